import { sql } from 'kysely'
import type { OrderStatus } from '#domain/work-orders/order-states.ts'
import type { Db } from '../../platform/db/handle.ts'

export type HoldingOrder = {
  id: string
  no: string
  version: number
  status: OrderStatus
  handler_id: string | null
  handler_name: string | null
  /** What it holds: an alarm that is in it or that it is about, or the device it was made for. */
  subject_id: string
}

/** Open orders that these alarms or devices are the subject of, the newest first. */
export const ordersHolding = async (
  db: Db,
  alarmIds: readonly string[],
  deviceIds: readonly string[],
): Promise<HoldingOrder[]> => {
  const { rows } = await sql<HoldingOrder>`
    SELECT o.id, o.no, o.version, o.status, o.handler_id, a.name AS handler_name, held.subject_id
      FROM (SELECT order_id, alarm_id AS subject_id FROM order_alarm
             WHERE kept AND alarm_id = ANY(${[...alarmIds]}::uuid[])
            UNION ALL
            SELECT id, about_alarm_id FROM work_order WHERE about_alarm_id = ANY(${[...alarmIds]}::uuid[])
            UNION ALL
            SELECT id, device_id FROM work_order WHERE rank < 10 AND device_id = ANY(${[...deviceIds]}::uuid[])) AS held
      JOIN work_order o ON o.id = held.order_id AND o.rank < 10
      LEFT JOIN account a ON a.id = o.handler_id
     ORDER BY o.initiated_at DESC, o.id`.execute(db)
  return rows
}
