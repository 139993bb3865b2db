import type { adding as english } from '../en/adding.ts'
import type { Translated } from '../language.ts'

export const adding = {
  adding: {
    title: '添加网关',
  },
} as const satisfies Translated<typeof english>
