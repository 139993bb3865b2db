import type { compared as english } from '../en/compared.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const compared = {
  compared: {
    sameDays: { month: '较上月同期', year: '较上年同期' },
    whole: { month: '较上月', year: '较上年' },
    more: '增加',
    less: '减少',
    notWhole: '{when}：数据不完整',
    noData: '{when}：无数据',
    noPrice: '{when}：无收益数据',
  },
} as const satisfies Translated<typeof english>
