import type { setUp as english } from '../en/set-up.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const setUp = {
  setUp: {
    title: '初始化 Sunkeeper',
    text: '系统尚未初始化。初始化码在服务器首次启动时的输出中，仅显示一次。',
    code: '初始化码',
    yourName: '您的姓名',
    accountHelp: '3 至 64 个字母、数字或 . - _ @',
    password: '密码',
    passwordHelp: '至少 15 个字符，可以是任意字符或多个词语。',
    company: '企业',
    companyHelp: '电站和人员所属的企业。',
    create: '创建管理员',
  },
} as const satisfies Translated<typeof english>
