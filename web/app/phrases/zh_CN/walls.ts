import type { walls as english } from '../en/walls.ts'
import type { Translated } from '../../../kit/words/language.ts'

/** Links for screens on walls: making, seeing and revoking them. */
export const walls = {
  walls: {
    title: '大屏链接',
    text: '大屏链接把您能看到的全部电站显示在大屏幕上。持有链接的人只能查看，不能进行任何操作。',
    none: '还没有大屏链接',
    more: '另有 {count} 个较早的链接',
    make: '新建大屏链接',
    name: '安装位置',
    nameHint: '监控室、大厅',
    lasts: '有效期',
    days: '{count, plural, other {# 天}}',
    create: '创建链接',
    once: '仅显示这一次。请在大屏上打开：该屏幕上已登录的账号会退出。',
    qr: '大屏链接二维码',
    link: '链接',
    done: '完成',
    used: '最近使用：{age}',
    unused: '从未使用',
    screens: '{count, plural, other {# 块屏幕}}',
    until: '有效期至 {day}',
    by: '创建人：{name}',
    dead: '已不显示内容：{name} 的角色或企业已变更，或账号已停用',
    revoke: '撤销',
    revokeThis: '撤销：{name}',
    revokeTitle: '撤销此链接？',
    revokeText: '所有显示“{name}”的屏幕会立即停止显示。',
    revoked: '已删除',
    made: '已创建',
  },
} as const satisfies Translated<typeof english>
