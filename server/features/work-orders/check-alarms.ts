import type * as z from 'zod/mini'
import type { orderRoutes } from '#contract/http/work-orders.ts'
import { levelOf } from '#domain/alarms/alarm-states.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { joinedName } from '../alarms/joined-name.ts'
import { proposedName } from '#domain/work-orders/order-names.ts'
import { type OrderPriority, priorityOf } from '#domain/work-orders/order-states.ts'
import { canBeOrdered } from '#domain/work-orders/subjects.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { itemsOf } from './order-alarm-store.ts'
import { visibleShownAlarms } from '../alarms/find-shown-alarms.ts'

type Answer = z.output<(typeof orderRoutes)['GET /api/orders/check']['output']>

const instancesOf = (instances: string[]) => ({ instances, joined: instances.map(joinedName) })

/** What stands in the way of one order from these alarms. @throws Refusal `not_found` when one of them is not visible */
export const checkAlarms = async (
  db: Db,
  given: readonly string[],
  who: Who,
  now: number,
): Promise<Answer> => {
  const ids = [...new Set(given)]
  if (ids.length === 0)
    return { problem: null, station: null, name: { en: '', zh_CN: '' }, priority: 'middle', alarms: [] }
  const rows = await visibleShownAlarms(db, ids, who, now)
  const [first] = rows
  if (first === undefined || rows.length !== ids.length) return refuse('not_found')
  const items = await itemsOf(db, ids)
  const alarms = rows.map((row): Answer['alarms'][number] => ({
    id: row.id,
    name: nameOfCode(row.code),
    level: levelOf(row.level),
    status: row.status,
    device: { id: row.device_id, kind: row.kind, sn: row.sn, name: row.device_name },
    problem: !canBeOrdered(row.kind, row.code)
      ? 'order_inverter'
      : row.status === 'unsolved'
        ? null
        : row.status === 'closed'
          ? 'order_alarm_closed'
          : 'order_alarm_handled',
    ...instancesOf(items.flatMap((item) => (item.alarm_id === row.id ? [item.instance] : []))),
  }))
  const devices = new Set(alarms.map(({ device }) => device.id))
  const subject = {
    type: 'alarm' as const,
    station: first.station_name,
    device: devices.size === 1 ? first.device_name || first.sn : '',
  }
  const nameIn = (language: 'en' | 'zh_CN'): string =>
    proposedName(language, {
      ...subject,
      faults: [...new Set(alarms.map(({ name }) => name[language]))],
    })
  const problems = alarms.map(({ problem }) => problem)
  const isOneStation = rows.every((row) => row.station_id === first.station_id)
  // As the order itself would be refused: the station first, then the devices, then the states.
  const problem = !isOneStation
    ? 'alarms_of_one_station'
    : problems.includes('order_inverter')
      ? 'order_inverter'
      : problems.includes('order_alarm_handled')
        ? 'order_alarm_handled'
        : problems.includes('order_alarm_closed')
          ? 'order_alarm_closed'
          : null
  const priority: OrderPriority = priorityOf(Math.min(...rows.map(({ level }) => level)))
  return {
    problem,
    station: { id: first.station_id, name: first.station_name, timeZone: first.time_zone },
    name: { en: nameIn('en'), zh_CN: nameIn('zh_CN') },
    priority,
    alarms,
  }
}
