import { flowNumber } from '#domain/work-orders/flow-table.ts'
import type { OrderNote } from '#domain/work-orders/order-states.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { FileView } from '../files/present-file.ts'
import { presentFile } from '../files/present-file.ts'
import { FLOW_SHOWN } from '#domain/work-orders/limits.ts'

export type UntoldStep = {
  id: number
  no: number | null
  note: OrderNote | null
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

/** Who has commented on an order. */
export const writersOf = async (trx: Db, orderId: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('order_flow')
    .select('account_id')
    .distinct()
    .where('order_id', '=', orderId)
    .where('note', '=', 'comment')
    .execute()
  return rows.flatMap(({ account_id: id }) => id ?? [])
}

/** Whether this call has commented already: it is repeated when its answer was lost. */
export const hasCommented = async (trx: Db, actId: string): Promise<boolean> =>
  (await trx.selectFrom('order_flow').select('id').where('act_id', '=', actId).executeTakeFirst()) !==
  undefined

export const commentsOf = async (trx: Db, orderId: string): Promise<number> => {
  const { n } = await trx
    .selectFrom('order_flow')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('order_id', '=', orderId)
    .where('note', '=', 'comment')
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const lastSigned = (trx: Db, orderId: string) =>
  trx
    .selectFrom('order_flow')
    .leftJoin('order_answer', 'order_answer.flow_id', 'order_flow.id')
    .select(['order_flow.text', 'order_flow.account_id', 'order_answer.key', 'order_answer.file_id'])
    .where('order_flow.order_id', '=', orderId)
    .where('order_flow.no', '=', flowNumber('complete'))
    .execute()

export type OrderFiles = { flowId: number; role: 'image' | 'file' | 'check'; file: FileView }[]

/** Files of these records, and of the checklist as it is now. */
export const filesOfOrder = async (
  db: Db,
  orderId: string,
  flowIds: readonly number[],
): Promise<OrderFiles> => {
  const rows = await db
    .selectFrom('order_file')
    .innerJoin('file', 'file.id', 'order_file.file_id')
    .selectAll('file')
    .select(['order_file.flow_id', 'order_file.role'])
    .where('order_file.order_id', '=', orderId)
    .where(
      sql<SqlBool>`(order_file.flow_id = ANY(${[...flowIds]}::bigint[])
        OR order_file.flow_id = (SELECT max(flow_id) FROM order_answer WHERE order_id = ${orderId}))`,
    )
    .orderBy('order_file.flow_id')
    .orderBy('order_file.role')
    .orderBy('order_file.position')
    .execute()
  return rows.map((row) => ({ flowId: row.flow_id, role: row.role, file: presentFile(row) }))
}

const records = (db: Db, orderId: string) =>
  db
    .selectFrom('order_flow')
    .leftJoin('account as by', 'by.id', 'order_flow.account_id')
    .leftJoin('account as handler', 'handler.id', 'order_flow.handler_id')
    .leftJoin('alarm', 'alarm.id', 'order_flow.alarm_id')
    .selectAll('order_flow')
    .select(['by.name as by_name', 'handler.name as handler_name', 'alarm.code'])
    .where('order_flow.order_id', '=', orderId)

/** The newest records of an order, oldest first, and how many it has. */
export const newestFlow = async (db: Db, orderId: string): Promise<{ rows: FlowRow[]; total: number }> => {
  const rows = await records(db, orderId).orderBy('order_flow.id', 'desc').limit(FLOW_SHOWN).execute()
  if (rows.length < FLOW_SHOWN) return { rows: rows.toReversed(), total: rows.length }
  const { n } = await db
    .selectFrom('order_flow')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { rows: rows.toReversed(), total: n }
}

/** The record that an order begins with. */
export const firstRecord = (db: Db, orderId: string) =>
  records(db, orderId).orderBy('order_flow.id').limit(1).executeTakeFirst()

/** The newest report of an order. */
export const lastReport = (db: Db, orderId: string) =>
  records(db, orderId)
    .where('order_flow.no', '=', flowNumber('complete'))
    .orderBy('order_flow.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type FlowRow = Awaited<ReturnType<ReturnType<typeof records>['execute']>>[number]
