import type { Db } from '../../platform/db/handle.ts'
import { addFlow, type OrderRow } from './order-store.ts'

/** Action 1: gives an unassigned order to somebody. Changes the row in place; the caller saves it. `by` null: the system. */
export const dispatchTo = async (
  trx: Db,
  row: OrderRow,
  given: { handlerId: string; by: string | null; at: number; text?: string },
): Promise<number> => {
  const from = row.status
  row.status = 'receiving'
  row.handler_id = given.handlerId
  return addFlow(trx, {
    order_id: row.id,
    no: 1,
    at: given.at,
    by: given.by,
    from,
    to_status: row.status,
    handlerId: row.handler_id,
    text: given.text ?? '',
  })
}
