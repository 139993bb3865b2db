import type { wall as english } from '../en/wall.ts'
import type { Translated } from '../../../kit/words/language.ts'

/** A screen on a wall, which nobody presses. */
export const wall = {
  wall: {
    title: '电站群',
    at: '{time} 的数据',
    old: '连接中断，数据停留在 {time}（{age}）',
    wrong: '大屏链接无效',
    out: '此屏幕已退出登录',
    ask: '请向管理人员的同事索取大屏链接，并在此打开。',
  },
} as const satisfies Translated<typeof english>
