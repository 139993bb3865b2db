import type { FlowStep, OrderProgress } from '#domain/work-orders/apply-action.ts'
import { flowNumber } from '#domain/work-orders/flow-table.ts'
import type { Db } from '../../platform/db/handle.ts'
import { addFlow, type OrderRow } from './order-store.ts'

export const progressOf = (row: OrderRow): OrderProgress => ({
  status: row.status,
  handlerId: row.handler_id,
  startedAt: row.started_at,
  actualStartAt: row.actual_start_at,
  actualEndAt: row.actual_end_at,
  closedAt: row.closed_at,
})

/** Brings the row in place to where a step leads, which the caller saves, and adds its record; gives the record's id. */
export const noteStep = (
  trx: Db,
  row: OrderRow,
  { name, from, order }: FlowStep,
  about: { by: string | null; at: number; text?: string },
): Promise<number> => {
  row.status = order.status
  row.handler_id = order.handlerId
  row.started_at = order.startedAt
  row.actual_start_at = order.actualStartAt
  row.actual_end_at = order.actualEndAt
  row.closed_at = order.closedAt
  return addFlow(trx, {
    order_id: row.id,
    no: flowNumber(name),
    at: about.at,
    by: about.by,
    from,
    to_status: row.status,
    handlerId: row.handler_id,
    text: about.text ?? '',
  })
}
