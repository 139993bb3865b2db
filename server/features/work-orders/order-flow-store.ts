import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

export type UntoldStep = {
  id: number
  no: number | null
  note: 'alarm_ended' | 'alarm_cleared' | 'changed' | null
  at: number
  account_id: string | null
  handler_id: string | null
  from_handler: string | null
  alarm_id: string | null
  order_id: string
  to_status: string
  station_id: string
  initiator_id: string
  order_no: string
  type: string
}

/** Records of orders that nobody was told of yet; whoever takes them tells, others pass over them. */
export const takeUntold = async (trx: Db, limit: number): Promise<UntoldStep[]> => {
  const { rows } = await sql<UntoldStep>`
    WITH untold AS (
      SELECT id FROM order_flow WHERE NOT told ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED),
    marked AS (UPDATE order_flow f SET told = true FROM untold WHERE f.id = untold.id RETURNING f.*)
    SELECT m.*, o.station_id, o.initiator_id, o.no AS order_no, o.type,
           (SELECT p.handler_id FROM order_flow p WHERE p.order_id = m.order_id AND p.id < m.id ORDER BY p.id DESC LIMIT 1) AS from_handler
      FROM marked m JOIN work_order o ON o.id = m.order_id ORDER BY m.id`.execute(trx)
  return rows
}
