import type { confirm as english } from '../en/confirm.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const confirm = {
  confirm: {
    title: '确认是您本人',
    text: '距上次输入密码已超过 10 分钟，此操作需重新验证密码。已填写的内容会保留。',
    wrong: '密码错误。',
    goOn: '继续',
  },
} as const satisfies Translated<typeof english>
