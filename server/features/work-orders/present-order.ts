import type * as z from 'zod/mini'
import type { orderRow } from '#contract/http/work-orders.ts'
import { levelOf } from '#domain/alarms/alarm-states.ts'
import { priorityOf } from '#domain/work-orders/order-states.ts'
import { countdownEnd, dueAt, isOverdue } from '#domain/work-orders/order-times.ts'
import type { Db } from '../../platform/db/handle.ts'
import { timesOf } from './order-store.ts'

export type OrderView = z.output<typeof orderRow>

/** Orders with what is named beside them. The ids are the caller's to have checked. */
export const shownOrders = (db: Db) =>
  db
    .selectFrom('work_order')
    .innerJoin('station', 'station.id', 'work_order.station_id')
    .leftJoin('device', 'device.id', 'work_order.device_id')
    .innerJoin('account as initiator', 'initiator.id', 'work_order.initiator_id')
    .leftJoin('account as handler', 'handler.id', 'work_order.handler_id')
    .selectAll('work_order')
    .select([
      'station.name as station_name',
      'station.time_zone',
      'station.company_id',
      'station.owner_account_id',
      'station.owner_name',
      'station.address',
      'station.phone',
      'station.access',
      'station.hazards',
      'station.safety',
      'station.latitude',
      'station.north',
      'station.longitude',
      'station.east',
      'station.report_min',
      'device.kind as device_kind',
      'device.sn as device_sn',
      'device.name as device_name',
      'initiator.name as initiator_name',
      'handler.name as handler_name',
    ])

export type ShownOrder = Awaited<ReturnType<ReturnType<typeof shownOrders>['execute']>>[number]

export const presentOrder = (row: ShownOrder, now: number): OrderView => {
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
    device:
      row.device_id === null || row.device_kind === null
        ? null
        : {
            id: row.device_id,
            kind: row.device_kind,
            sn: row.device_sn ?? '',
            name: row.device_name ?? '',
          },
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
  const rows = await shownOrders(db)
    .where('work_order.id', 'in', [...ids])
    .execute()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowOf.get(id)
    return row ? [presentOrder(row, now)] : []
  })
}
