import type { AlarmLevel } from '../alarms/alarm-states.ts'
import type { MessageKind } from './message-kinds.ts'
import type { MonthTold } from './month-told.ts'

type Language = 'en' | 'zh_CN'
type Given = {
  kind: MessageKind
  station: { id: string; name: string }
  alarm: { id: string; name: Record<Language, string>; level: AlarmLevel } | null
  order: { id: string; no: string } | null
  report?: MonthTold | null
}

/**
 * What a phone shows on its locked screen, and where opening it leads. No reason, remark, name of a person or amount of
 * money: others may look at that screen. `path` is below the app's base; of the same `tag` only the newest stands.
 */
export type PushText = { title: string; body: string; lang: string; tag: string; path: string }

/** A browser has at most so many of its messages shown one by one at a time; of more it is told how many. */
export const PUSHED_SINGLY = 3
/** What could not be handed over for so long is no news any more, ms. The inbox has it. */
export const PUSH_LIFE_MS = 24 * 3_600_000
/** Attempts before a push is given up, the last about an hour after the first. */
export const PUSH_ATTEMPTS = 8

const locales: Record<Language, string> = { en: 'en', zh_CN: 'zh-CN' }
const monthName = (of: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${of}-01T00:00:00Z`),
  )

const MWH_FROM = 10_000_000
const energyText = (wh: number): string => {
  const [value, unit] = wh < MWH_FROM ? [wh / 1e3, 'kWh'] : [wh / 1e6, 'MWh']
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })} ${unit}`
}

/** What a month gave, and how that stands against another. */
const monthLine = ({ wh, change }: MonthTold, language: Language): string => {
  const energy = energyText(wh)
  if (change === null) return energy
  const size = `${(Math.abs(change.share) * 100).toFixed(Math.abs(change.share) < 0.095 ? 1 : 0)}%`
  const other = monthName(change.of, language)
  if (language === 'en') return `${energy}, ${size} ${change.share < 0 ? 'less' : 'more'} than ${other}`
  return `${energy}，较${other}${change.share < 0 ? '减少' : '增加'} ${size}`
}

const titles: Record<Language, (given: Given) => string> = {
  en: ({ kind, alarm, report }) => {
    const by: Record<MessageKind, string> = {
      alarm_raised: `New alarm: ${alarm?.name.en ?? ''}`,
      alarm_worse: `Got worse: ${alarm?.name.en ?? ''}`,
      alarm_quiet_over: `Still open: ${alarm?.name.en ?? ''}`,
      order_given: 'Work order to accept',
      order_unassigned: 'Work order needs dispatching',
      order_taken_away: 'Work order reassigned',
      order_to_review: 'Work order to review',
      order_review_failed: 'Work order failed review',
      order_completed: 'Work order completed',
      order_discarded: 'Work order discarded',
      order_alarm_ended: 'An alarm of your work order cleared automatically',
      order_comment: 'New comment on a work order',
      control_asked: 'Someone asks before controlling a device',
      control_go: 'On site: go ahead',
      control_wait: 'On site: wait',
      month_report: `Monthly report, ${report ? monthName(report.of, 'en') : ''}`,
    }
    return by[kind]
  },
  zh_CN: ({ kind, alarm, report }) => {
    const by: Record<MessageKind, string> = {
      alarm_raised: `新告警：${alarm?.name.zh_CN ?? ''}`,
      alarm_worse: `告警升级：${alarm?.name.zh_CN ?? ''}`,
      alarm_quiet_over: `静默到期仍未恢复：${alarm?.name.zh_CN ?? ''}`,
      order_given: '工单待您接单',
      order_unassigned: '工单待派单',
      order_taken_away: '工单已改派他人',
      order_to_review: '工单待您审核',
      order_review_failed: '工单审核未通过',
      order_completed: '工单已完成',
      order_discarded: '工单已作废',
      order_alarm_ended: '工单的告警已自动恢复',
      order_comment: '工单有新留言',
      control_asked: '远程控制前需要您的答复',
      control_go: '现场答复：可以操作',
      control_wait: '现场答复：请稍候',
      month_report: `${report ? monthName(report.of, 'zh_CN') : ''}月报`,
    }
    return by[kind]
  },
}

const levels: Record<Language, Record<AlarmLevel, string>> = {
  en: { very_urgent: 'Very urgent', emergent: 'Emergent', important: 'Important', prompt: 'Prompt' },
  zh_CN: { very_urgent: '非常紧急', emergent: '紧急', important: '重要', prompt: '提示' },
}
const tags: Record<Language, string> = { en: 'en', zh_CN: 'zh-CN' }

/** Somebody stands at a device and somebody else waits for their word. */
export const isAsking = (kind: MessageKind): boolean => kind.startsWith('control_')

const pathOf = ({ kind, station, alarm, order, report }: Given): string => {
  if (report)
    return report.all ? `home?report=${report.of}` : `om-detail?stationId=${station.id}&report=${report.of}`
  if (order) return `work-order-detail?orderId=${order.id}`
  if (alarm) return `alarm-detail?alarmId=${alarm.id}`
  return `${isAsking(kind) ? 'remote-control' : 'station-detail'}?stationId=${station.id}`
}

export const pushText = (given: Given, language: Language): PushText => {
  const { station, alarm, order, report } = given
  return {
    title: titles[language](given),
    body: report
      ? [...(report.all ? [] : [station.name]), monthLine(report, language)].join(' · ')
      : [station.name, ...(order ? [order.no] : alarm ? [levels[language][alarm.level]] : [])].join(' · '),
    lang: tags[language],
    // An order's newer step takes the place of its older one.
    tag: order ? `order-${order.id}` : alarm ? `alarm-${alarm.id}` : `${given.kind}-${station.id}`,
    path: pathOf(given),
  }
}

/** In place of many at once, as after quiet hours. */
export const pushMany = (count: number, stations: readonly string[], language: Language): PushText => ({
  title: language === 'en' ? `${count} new messages` : `${count} 条新消息`,
  body: stations.slice(0, 3).join(language === 'en' ? ', ' : '、') + (stations.length > 3 ? '…' : ''),
  lang: tags[language],
  tag: 'many',
  path: 'mine-page?open=messages',
})

/** What somebody gets who tries whether it works. */
export const pushTrial = (language: Language): PushText => ({
  title: language === 'en' ? 'Notifications arrive here' : '此设备可以收到通知',
  body: 'Sunkeeper',
  lang: tags[language],
  tag: 'trial',
  path: 'mine-page?open=messages',
})
