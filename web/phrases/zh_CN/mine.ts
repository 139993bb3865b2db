import type { mine as english } from '../en/mine.ts'
import type { Translated } from '../language.ts'

export const mine = {
  mine: {
    title: '我的',
  },
} as const satisfies Translated<typeof english>
