import type { compared as english } from '../en/compared.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const compared = {
  compared: {
    sameDays: '较{of}同期',
    whole: '较{of}',
    more: '增加',
    less: '减少',
    notWhole: '{when}：数据不完整，无法比较',
    noData: '{when}：无数据',
    noPrice: '{when}：无收益数据',
  },
} as const satisfies Translated<typeof english>
