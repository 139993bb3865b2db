import type { rights as english } from '../en/rights.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const rights = {
  rights: {
    needed: '需要的权限',
    roles: '默认拥有的角色',
    givers: '可由谁开通',
    ask: '请联系管理员开通。',
    giver: '{name}（{role}）',
    noGivers: '请联系系统管理员。',
    noRole: '您的账号还没有角色，因此看不到任何内容。',
    missing: '本页需要“{name}”权限。',
    mine: '我的权限',
    intro: '您的角色是{role}。没有权限的功能不会显示，服务器也会拒绝。',
    extra: '另外授予',
    has: '有',
    hasNot: '无',
    area: {
      station: '电站',
      device: '设备',
      om: '告警与工单',
      company: '企业',
      system: '系统',
    },
    role: {
      owner: '业主',
      installer: '安装商',
      maintainer: '运维',
      administrator: '管理员',
      none: '无角色',
    },
  },
} as const satisfies Translated<typeof english>
