import type { home as english } from '../en/home.ts'
import type { Translated } from '../language.ts'

export const home = {
  home: {
    title: '首页',
  },
} as const satisfies Translated<typeof english>
