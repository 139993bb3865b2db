import { canBeOrdered } from '#domain/work-orders/subjects.ts'
import type { Answer, CallInput } from '../../app/data/call-types.ts'
import type { Trouble } from './use-troubles.ts'

type Body = CallInput<'POST /api/orders'>['body']
type Checked = Pick<Answer<'GET /api/orders/check'>, 'alarms'>
export type Priority = Body['priority']
/** What somebody is asked to see to: a row of trouble, or one alarm of a device. */
export type Subject = Pick<Trouble, 'device' | 'station' | 'reason' | 'alarms' | 'order'>

const usualMinutes = 120

/** Alarms that become the order; empty where only an order about them can be made. */
export const orderedAlarms = ({ alarms, device }: Subject): string[] =>
  alarms
    .filter(({ status, code }) => status === 'unsolved' && canBeOrdered(device.kind, code))
    .map(({ id }) => id)

/** As an order of this alarm proposes it; of what tells of itself by its silence alone, high. */
export const usualPriority = ({ alarms: [worst] }: Subject): Priority =>
  worst === undefined
    ? 'high'
    : ({ very_urgent: 'most_urgent', emergent: 'high', important: 'middle', prompt: 'low' } as const)[
        worst.level
      ]

type Said = {
  priority: Priority
  handlerId: string
  /** What the dispatcher wrote. */
  word: string
}

/**
 * The order that is made of it: of its alarms where they can become one; of an inverter's own, which cannot, a repair of
 * its station about the worst of them; of a device without alarms a repair of it.
 */
export const orderBody = (subject: Subject, checked: Checked | null, said: Said): Body => {
  const { device, station, reason, alarms } = subject
  const rest = {
    stationId: station.id,
    priority: said.priority,
    // An alarm, and the name of an order without one, tell each reader in their language what is wrong.
    description: said.word,
    plannedStartAt: null,
    plannedEndAt: null,
    plannedMinutes: usualMinutes,
    handlerId: said.handlerId,
  }
  if (checked !== null && checked.alarms.length > 0)
    return {
      ...rest,
      type: 'alarm',
      alarms: checked.alarms.map(({ id, instances }) => ({ alarmId: id, instances })),
    }
  const [worst] = alarms
  if (worst !== undefined && !canBeOrdered(device.kind, worst.code))
    return { ...rest, type: 'repair', deviceId: null, aboutAlarmId: worst.id }
  return {
    ...rest,
    type: 'repair',
    deviceId: device.kind === 'inverter' ? null : device.id,
    ...(reason !== null && { silent: { deviceId: device.id, reason } }),
  }
}
