import { type Expression, type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import type { OrderFacts } from '#domain/work-orders/open-actions.ts'
import { isOpen, type OrderStatus } from '#domain/work-orders/order-states.ts'
import { dueAt, type OrderTimes } from '#domain/work-orders/order-times.ts'
import type { OrderFlowTable, WorkOrderTable } from '../../platform/db/tables/work-orders.ts'
import type { Db } from '../../platform/db/handle.ts'

/** By which transaction it was written is no matter of whoever reads or changes it. */
export type OrderRow = Omit<Selectable<WorkOrderTable>, 'changed'>

/** An order with what of its station decides. */
export type LockedOrder = OrderRow & {
  owner_account_id: string | null
  auto_review: boolean
  time_zone: string
}

const LATEST = 8.64e15

/** One in scope, locked until the end of the transaction. Notes about its alarms can still be added meanwhile. */
export const lockOrder = async (
  trx: Db,
  id: string,
  scope: Expression<SqlBool>,
): Promise<LockedOrder | undefined> =>
  trx
    .selectFrom('work_order')
    .innerJoin('station', 'station.id', 'work_order.station_id')
    .innerJoin('company', 'company.id', 'station.company_id')
    .selectAll('work_order')
    .select(['station.owner_account_id', 'company.auto_review', 'station.time_zone'])
    .where('work_order.id', '=', id)
    .where(scope)
    .forNoKeyUpdate('work_order')
    .executeTakeFirst()

export const factsOf = (
  row: Pick<OrderRow, 'status' | 'initiator_id' | 'handler_id' | 'needs_review'>,
): OrderFacts => ({
  status: row.status,
  initiatorId: row.initiator_id,
  handlerId: row.handler_id,
  needsReview: row.needs_review,
})

type TimesRow = Pick<
  OrderRow,
  | 'status'
  | 'planned_start_at'
  | 'planned_end_at'
  | 'planned_minutes'
  | 'actual_start_at'
  | 'started_at'
  | 'actual_end_at'
>
export const timesOf = (row: TimesRow): OrderTimes => ({
  status: row.status,
  plannedStartAt: row.planned_start_at,
  plannedEndAt: row.planned_end_at,
  plannedMinutes: row.planned_minutes,
  actualStartAt: row.actual_start_at,
  startedAt: row.started_at,
  actualEndAt: row.actual_end_at,
})

const dated = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** Where it stands among those of its rank: when it is due, or of what is over the newest first. */
export const placeOf = (row: TimesRow & Pick<OrderRow, 'initiated_at'>): number =>
  isOpen(row.status) ? (dueAt(timesOf(row)) ?? LATEST) : -row.initiated_at

/**
 * `WO`, the local date, a running number of four digits or more. It runs within the company, so that nobody reads from
 * it how many orders others make; and behind what the company has of that date already, whoever numbered it.
 */
export const nextOrderNo = async (trx: Db, companyId: string, day: string): Promise<string> => {
  const prefix = `WO${day.replaceAll('-', '')}`
  const { rows } = await sql<{ last: number }>`
    INSERT INTO company_order_number AS n (company_id, day, last)
    SELECT ${companyId}::uuid, ${day}, 1 + coalesce(max(substr(o.no, 11)::int), 0) FROM work_order o
     WHERE o.company_id = ${companyId} AND o.no >= ${prefix} AND o.no < ${`${prefix}:`}
    ON CONFLICT (company_id, day) DO UPDATE SET last = greatest(n.last + 1, excluded.last)
    RETURNING last`.execute(trx)
  return `${prefix}${String(rows[0]?.last ?? 0).padStart(4, '0')}`
}

/** Whether this order has been made already. */
export const hasOrder = async (trx: Db, id: string): Promise<boolean> =>
  (await trx.selectFrom('work_order').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const insertOrder = async (
  trx: Db,
  row: Omit<OrderRow, 'rank' | 'place' | 'due_at' | 'version' | 'called'>,
): Promise<void> => {
  await trx
    .insertInto('work_order')
    .values({
      ...row,
      names: row.names && JSON.stringify(row.names),
      initiated_at: new Date(row.initiated_at),
      planned_start_at: dated(row.planned_start_at),
      planned_end_at: dated(row.planned_end_at),
      actual_start_at: dated(row.actual_start_at),
      started_at: dated(row.started_at),
      actual_end_at: dated(row.actual_end_at),
      closed_at: dated(row.closed_at),
      due_at: dated(dueAt(timesOf(row))),
      place: placeOf(row),
    })
    .execute()
}

/** Saves what can change of a locked order, as its next version. */
export const saveOrder = async (trx: Db, row: OrderRow): Promise<void> => {
  await trx
    .updateTable('work_order')
    .set((eb) => ({
      status: row.status,
      priority: row.priority,
      name: row.name,
      names: row.names && JSON.stringify(row.names),
      description: row.description,
      remark: row.remark,
      handler_id: row.handler_id,
      planned_start_at: dated(row.planned_start_at),
      planned_end_at: dated(row.planned_end_at),
      planned_minutes: row.planned_minutes,
      actual_start_at: dated(row.actual_start_at),
      started_at: dated(row.started_at),
      actual_end_at: dated(row.actual_end_at),
      closed_at: dated(row.closed_at),
      due_at: dated(dueAt(timesOf(row))),
      device_id: row.device_id,
      alarms: row.alarms,
      level: row.level,
      place: placeOf(row),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute()
}

type FlowGiven = Pick<Insertable<OrderFlowTable>, 'order_id' | 'to_status'> & {
  no?: number
  note?: 'changed' | 'comment'
  at: number
  /** null: the system. */
  by: string | null
  from: OrderStatus | null
  handlerId: string | null
  text?: string
  actId?: string
}

/** Adds a record; gives its id. */
export const addFlow = async (trx: Db, given: FlowGiven): Promise<number> => {
  const { id } = await trx
    .insertInto('order_flow')
    .values({
      order_id: given.order_id,
      no: given.no ?? null,
      note: given.note ?? null,
      at: new Date(given.at),
      account_id: given.by,
      from_status: given.from,
      to_status: given.to_status,
      handler_id: given.handlerId,
      text: given.text ?? '',
      alarm_id: null,
      act_id: given.actId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether this person has had the order in hand. */
export const wasHandler = async (trx: Db, orderId: string, accountId: string): Promise<boolean> =>
  (await trx
    .selectFrom('order_flow')
    .select('id')
    .where('order_id', '=', orderId)
    .where('handler_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()) !== undefined
