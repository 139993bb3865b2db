import type * as z from 'zod/mini'
import type { orderRow } from '#contract/http/work-orders.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { levelOf } from '#domain/alarms/alarm-states.ts'
import { priorityOf } from '#domain/work-orders/order-states.ts'
import { countdownEnd, dueAt, isOverdue } from '#domain/work-orders/order-times.ts'
import type { Db } from '../../platform/db/handle.ts'
import { timesOf } from './order-store.ts'
import { listedOrders, type ListedOrder } from './find-shown-orders.ts'

export type OrderView = z.output<typeof orderRow>

const deviceLineOf = (
  id: string | null,
  kind: DeviceKind | null,
  sn: string | null,
  name: string | null,
): OrderView['device'] => (id === null || kind === null ? null : { id, kind, sn: sn ?? '', name: name ?? '' })

export const presentOrder = (row: ListedOrder, now: number): OrderView => {
  const times = timesOf(row)
  return {
    id: row.id,
    version: row.version,
    no: row.no,
    name: row.name,
    names: row.names,
    type: row.type,
    status: row.status,
    priority: priorityOf(row.priority),
    station: { id: row.station_id, name: row.station_name, timeZone: row.time_zone },
    device: deviceLineOf(row.device_id, row.device_kind, row.device_sn, row.device_name),
    aboutDevice: deviceLineOf(
      row.about_device_id,
      row.about_device_kind,
      row.about_device_sn,
      row.about_device_name,
    ),
    initiator: { id: row.initiator_id, name: row.initiator_name },
    handler: row.handler_id === null ? null : { id: row.handler_id, name: row.handler_name ?? '' },
    initiatedAt: row.initiated_at,
    plannedStartAt: row.planned_start_at,
    plannedEndAt: row.planned_end_at,
    plannedMinutes: row.planned_minutes,
    countdownEndAt: countdownEnd(times),
    dueAt: dueAt(times),
    overdue: isOverdue(times, now),
    alarms: row.alarms,
    level: row.level === null ? null : levelOf(row.level),
  }
}

/** Rows of these ids, in their order. */
export const presentOrders = async (db: Db, ids: readonly string[], now: number): Promise<OrderView[]> => {
  if (ids.length === 0) return []
  const rows = await listedOrders(db, ids)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowOf.get(id)
    return row ? [presentOrder(row, now)] : []
  })
}
