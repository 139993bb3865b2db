import type { AttentionReason } from '../stations/station-kinds.ts'
import type { OrderType } from './order-states.ts'

const typeNames: Record<OrderType, { en: string; zh_CN: string }> = {
  alarm: { en: 'Alarm', zh_CN: '告警' },
  repair: { en: 'Repair', zh_CN: '维修' },
  installation: { en: 'Installation', zh_CN: '安装' },
  inspection: { en: 'Inspection', zh_CN: '巡检' },
}
/** What an order about a device without an alarm is called after. */
export const reasonNames: Record<AttentionReason, { en: string; zh_CN: string }> = {
  gateway_silent: { en: 'Gateway silent', zh_CN: '网关失联' },
  shutdown: { en: 'Shut down', zh_CN: '设备关断' },
  device_silent: { en: 'Device silent', zh_CN: '设备失联' },
  never_heard: { en: 'Never reported', zh_CN: '从未上报' },
  clock: { en: 'Clock off', zh_CN: '时钟偏差' },
  quarantine: { en: 'Unknown serials', zh_CN: '未知 SN' },
}
const LONGEST = 60

const cut = (text: string): string => {
  const signs = [...text]
  return signs.length <= LONGEST ? text : `${signs.slice(0, LONGEST - 1).join('')}…`
}

/**
 * The name of an order that nobody named: what it is, what is wrong, and at what. At most 60 characters.
 * `faults`: names of the alarms' codes, each once.
 */
export const proposedName = (
  language: 'en' | 'zh_CN',
  subject: { type: OrderType; station: string; device: string; faults: readonly string[] },
): string => {
  const { type, station, device, faults } = subject
  const [fault] = faults
  const more = faults.length > 1 ? ` +${faults.length - 1}` : ''
  const what = fault === undefined ? typeNames[type][language] : fault + more
  // Wherever an order is named its station is named beside it.
  const where = device || station
  return cut(language === 'en' ? `${what}, ${where}` : `${what} ${where}`)
}
