import type { board as english } from '../en/board.ts'
import type { Translated } from '../../../kit/words/language.ts'

/** The screen of a whole fleet, on a desk and on a wall. */
export const board = {
  board: {
    title: '电站群',
    all: '全部',
    allOf: '全部：{what}',
    asOf: '数据停留在{age}',
    troubles: '未处理的代价',
    noTroubles: '没有需要关注的设备。',
    alarms: '最新告警',
    noAlarms: '没有未关闭的告警。',
    newer: '{count, plural, other {# 条新告警}}',
    noOrder: '没有处理中的工单',
    due: '工单时限',
    overdue: '{count, plural, other {# 个已超时}}',
    dueSoon: '{count, plural, other {24 小时内到期 # 个}}',
    noOrders: '没有未完成的工单。',
    noneTimed: '{count, plural, other {# 个未完成的工单，均无时限。}}',
    curve: '达预期的比例，最近 24 小时',
    curveClock: '最近 24 小时，按您本地的时钟。',
    curveShare: '达预期',
    curveOf: '电站分布在 {count} 个时区：预期为同一时刻各站晴空估算之和，部分电站入夜不会拉低曲线。',
    map: '地图',
  },
} as const satisfies Translated<typeof english>
