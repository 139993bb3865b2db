import type { leaving as english } from '../en/leaving.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const leaving = {
  leaving: {
    open: '删除此电站',
    title: '删除电站？',
    text: '删除后，除管理员外无人可见，且无法恢复。',
    gateways: '{count, plural, =0 {没有接入网关。} other {# 台网关的凭据立即失效，连接将断开。}}',
    devices: '{count, plural, =0 {没有设备。} other {# 台设备将移出，其序列号可重新添加。}}',
    history: '历史数据会保留，管理员仍可查看。',
    type: '请输入电站名称以确认：',
    name: '电站名称',
    differs: '输入的名称与电站名称不一致。',
    confirm: '删除',
    done: '删除成功',
  },
} as const satisfies Translated<typeof english>
