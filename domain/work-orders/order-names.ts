import type { OrderType } from './order-states.ts'

const typeNames: Record<OrderType, { en: string; zh_CN: string }> = {
  alarm: { en: 'Alarm', zh_CN: '告警' },
  repair: { en: 'Repair', zh_CN: '维修' },
  installation: { en: 'Installation', zh_CN: '安装' },
  inspection: { en: 'Inspection', zh_CN: '巡检' },
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
