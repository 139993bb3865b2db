import { type Expression, type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import { afterEvent } from '#domain/alarms/alarm-states.ts'
import type { OrderFacts } from '#domain/work-orders/open-actions.ts'
import { isOpen, type OrderStatus } from '#domain/work-orders/order-states.ts'
import { dueAt, type OrderTimes } from '#domain/work-orders/order-times.ts'
import { closeAlarm } from '../alarms/alarm-store.ts'
import type { OrderFlowTable, WorkOrderTable } from '../db/tables/work-orders.ts'
import type { Db } from '../kitchen.ts'

export type OrderRow = Selectable<WorkOrderTable>

/** An order with what of its station decides. */
export type LockedOrder = OrderRow & {
  company_id: string
  owner_account_id: string | null
  auto_review: boolean
  time_zone: string
}

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
    .select(['station.company_id', 'station.owner_account_id', 'company.auto_review', 'station.time_zone'])
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

const LATEST = 8.64e15
const dated = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** Where it stands among those of its rank: when it is due, or of what is over the newest first. */
export const placeOf = (row: TimesRow & Pick<OrderRow, 'initiated_at'>): number =>
  isOpen(row.status) ? (dueAt(timesOf(row)) ?? LATEST) : -row.initiated_at

/** `WO`, the local date, a running number of four digits or more. */
export const nextOrderNo = async (trx: Db, day: string): Promise<string> => {
  const date = day.replaceAll('-', '')
  const { last } = await trx
    .insertInto('work_order_number')
    .values({ day: date, last: 1 })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({ last: eb('work_order_number.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return `WO${date}${String(last).padStart(4, '0')}`
}

export const insertOrder = async (
  trx: Db,
  row: Omit<OrderRow, 'rank' | 'place' | 'due_at' | 'version'>,
): Promise<void> => {
  await trx
    .insertInto('work_order')
    .values({
      ...row,
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
  note?: 'changed'
  at: number
  /** null: the system. */
  by: string | null
  from: OrderStatus | null
  handlerId: string | null
  text?: string
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

export type AlarmInOrder = {
  id: string
  station_id: string
  device_id: string
  device_kind: 'gateway' | 'inverter' | 'optimizer' | 'shutdown'
  code: string
  level: number
  status: 'unsolved' | 'processing' | 'closed'
}

/** Alarms in scope, locked in the order of their ids, so that two who want the same ones do not block each other. */
export const lockAlarms = async (
  trx: Db,
  ids: readonly string[],
  scope: Expression<SqlBool>,
): Promise<AlarmInOrder[]> =>
  trx
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .select([
      'alarm.id',
      'alarm.station_id',
      'alarm.device_id',
      'alarm.device_kind',
      'alarm.code',
      'alarm.level',
      'alarm.status',
    ])
    .where('alarm.id', 'in', [...ids])
    .where(scope)
    .orderBy('alarm.id')
    .forUpdate('alarm')
    .execute()

/** The alarms that are in an order, locked. */
export const lockKeptAlarms = async (trx: Db, orderId: string): Promise<AlarmInOrder[]> =>
  trx
    .selectFrom('order_alarm')
    .innerJoin('alarm', 'alarm.id', 'order_alarm.alarm_id')
    .select([
      'alarm.id',
      'alarm.station_id',
      'alarm.device_id',
      'alarm.device_kind',
      'alarm.code',
      'alarm.level',
      'alarm.status',
    ])
    .where('order_id', '=', orderId)
    .where('kept', '=', true)
    .orderBy('alarm.id')
    .forUpdate('alarm')
    .execute()

const setStatus = async (trx: Db, alarmId: string, status: 'unsolved' | 'processing'): Promise<void> => {
  await trx.updateTable('alarm').set({ status }).where('id', '=', alarmId).execute()
}

/** Puts locked, unsolved alarms with the items that stay into an order. */
export const takeAlarms = async (
  trx: Db,
  orderId: string,
  alarms: readonly AlarmInOrder[],
  instancesOf: ReadonlyMap<string, readonly string[]>,
): Promise<void> => {
  if (alarms.length === 0) return
  await trx
    .insertInto('order_alarm')
    .values(alarms.map(({ id }) => ({ order_id: orderId, alarm_id: id })))
    .execute()
  const known = await itemsOf(
    trx,
    alarms.map(({ id }) => id),
  )
  await trx
    .insertInto('order_item')
    .values(
      known.map(({ alarm_id: alarmId, instance }) => ({
        order_id: orderId,
        alarm_id: alarmId,
        instance,
        kept: instancesOf.get(alarmId)?.includes(instance) ?? false,
      })),
    )
    .execute()
  for (const alarm of alarms) {
    const after = afterEvent(alarm.status, 'ordered')
    if (after && after.status !== 'closed') await setStatus(trx, alarm.id, after.status)
  }
}

export const itemsOf = (
  trx: Db,
  alarmIds: readonly string[],
): Promise<{ alarm_id: string; instance: string }[]> =>
  trx
    .selectFrom('alarm_item')
    .select(['alarm_id', 'instance'])
    .where('alarm_id', 'in', [...alarmIds])
    .orderBy('alarm_id')
    .orderBy('instance')
    .execute()

/** Gives alarms back: those that are still being processed are unsolved again. */
export const releaseAlarms = async (
  trx: Db,
  orderId: string,
  alarms: readonly AlarmInOrder[],
): Promise<void> => {
  if (alarms.length === 0) return
  await trx
    .updateTable('order_alarm')
    .set({ kept: false })
    .where('order_id', '=', orderId)
    .where(
      'alarm_id',
      'in',
      alarms.map(({ id }) => id),
    )
    .execute()
  for (const alarm of alarms) {
    const after = afterEvent(alarm.status, 'released')
    if (after && after.status !== 'closed') await setStatus(trx, alarm.id, after.status)
  }
}

/** The order is done: what is still open of its alarms closes with it. Returns how many did. */
export const closeAlarms = async (
  trx: Db,
  alarms: readonly AlarmInOrder[],
  end: { at: number; by: string; reason: string },
): Promise<number> => {
  let closed = 0
  for (const alarm of alarms) {
    const after = afterEvent(alarm.status, 'order_closed')
    if (!after || after.closeType === 'not_operated') continue
    await closeAlarm(trx, alarm.id, { closeType: after.closeType, ...end })
    closed += 1
  }
  return closed
}

export const keepItems = async (
  trx: Db,
  orderId: string,
  alarmId: string,
  instances: readonly string[],
): Promise<void> => {
  await trx
    .updateTable('order_item')
    .set({ kept: sql<boolean>`instance = ANY(${[...instances]}::text[])` })
    .where('order_id', '=', orderId)
    .where('alarm_id', '=', alarmId)
    .execute()
}

/** Items of an order's alarm that are still in it. */
export const keptItems = (trx: Db, orderId: string): Promise<{ alarm_id: string; instance: string }[]> =>
  trx
    .selectFrom('order_item')
    .select(['alarm_id', 'instance'])
    .where('order_id', '=', orderId)
    .where('kept', '=', true)
    .execute()

/** The one device that these alarms are of; null when they are of several. */
export const soleDevice = (alarms: readonly AlarmInOrder[]): string | null => {
  const devices = new Set(alarms.map(({ device_id: id }) => id))
  const [only] = devices
  return devices.size === 1 ? (only ?? null) : null
}

export const worstOf = (alarms: readonly AlarmInOrder[]): number | null =>
  alarms.length === 0 ? null : Math.min(...alarms.map(({ level }) => level))
