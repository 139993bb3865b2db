import type { BodyOf } from '#contract/http/route.ts'
import type { orderRoutes } from '#contract/http/work-orders.ts'
import { isOpen, priorityNumber } from '#domain/work-orders/order-states.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { checkPlan, type OrderCaller } from './create-order.ts'
import { mayChange } from './may-change.ts'
import { actorAt, lackOf } from './order-actor.ts'
import { orderDetail } from './order-detail.ts'
import {
  keepItems,
  keptItems,
  lockKeptAlarms,
  releaseAlarms,
  soleDevice,
  worstOf,
} from './order-alarm-store.ts'
import { addFlow, lockOrder, type OrderRow, saveOrder } from './order-store.ts'

type Change = BodyOf<(typeof orderRoutes)['PUT /api/orders/{orderId}']>

/** What stays of its content; what goes is given back. Nothing comes in, and never does all go. */
const shorten = async (trx: Db, row: OrderRow, given: NonNullable<Change['alarms']>): Promise<boolean> => {
  const alarms = await lockKeptAlarms(trx, row.id)
  const items = await keptItems(trx, row.id)
  const stays = new Map(given.map(({ alarmId, instances }) => [alarmId, instances]))
  const isThere = (alarmId: string, instance: string): boolean =>
    items.some((item) => item.alarm_id === alarmId && item.instance === instance)
  for (const [alarmId, instances] of stays) {
    if (!alarms.some(({ id }) => id === alarmId)) refuse('not_found', { field: 'alarms' })
    if (instances.some((one) => !isThere(alarmId, one))) refuse('invalid_input', { field: 'alarms' })
  }
  const out = alarms.filter(({ id }) => !stays.has(id))
  const kept = alarms.filter(({ id }) => stays.has(id))
  if (kept.length === 0) refuse('order_content_empty', { field: 'alarms' })
  await releaseAlarms(trx, row.id, out)
  for (const { id } of kept) await keepItems(trx, row.id, id, stays.get(id) ?? [])
  row.alarms = kept.length
  row.level = worstOf(kept)
  if (row.type === 'alarm') row.device_id = soleDevice(kept)
  return out.length > 0
}

/**
 * Changes what was planned and written of an open order.
 * @throws Refusal `not_found`, `forbidden`, `order_over`, `version_stale`, `order_content_empty`, `planned_times`
 */
export const changeOrder = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: OrderCaller,
  given: { id: string; version: number; change: Change },
): Promise<void> => {
  const { change } = given
  const done = await transact(db, async (trx) => {
    const { who, now } = caller
    const row = (await lockOrder(trx, given.id, visibleStations(who, now))) ?? refuse('not_found')
    if (!isOpen(row.status)) refuse('order_over')
    if (!mayChange(actorAt(who, row), row)) refuse('forbidden', lackOf(who, 'om:order:dispatch'))
    if (row.version !== given.version)
      refuse('version_stale', { current: { order: await orderDetail(trx, row.id, who, now) } })
    const before = { ...row }
    // What the program called it in the reader's language is no name of a person.
    if (change.name && change.name !== row.names?.en && change.name !== row.names?.zh_CN)
      [row.name, row.names] = [change.name, null]
    row.description = change.description ?? row.description
    row.remark = change.remark ?? row.remark
    row.priority = change.priority ? priorityNumber(change.priority) : row.priority
    if (change.plannedStartAt !== undefined) row.planned_start_at = change.plannedStartAt
    if (change.plannedEndAt !== undefined) row.planned_end_at = change.plannedEndAt
    row.planned_minutes = change.plannedMinutes ?? row.planned_minutes
    checkPlan({ plannedStartAt: row.planned_start_at, plannedEndAt: row.planned_end_at })
    const moved = change.alarms ? await shorten(trx, row, change.alarms) : false
    await addFlow(trx, {
      order_id: row.id,
      note: 'changed',
      at: now,
      by: who.accountId,
      from: row.status,
      to_status: row.status,
      handlerId: row.handler_id,
    })
    await saveOrder(trx, row)
    const changed = Object.entries(before).filter(([key, old]) => row[key as keyof OrderRow] !== old)
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'order.change',
      objectKind: 'order',
      objectId: row.id,
      detail: Object.fromEntries(changed.map(([key, old]) => [key, [old, row[key as keyof OrderRow]]])),
    })
    return { stationId: row.station_id, moved }
  })
  changeEvents.tell({ type: 'changed', stationId: done.stationId, what: 'orders' })
  if (done.moved) changeEvents.tell({ type: 'changed', stationId: done.stationId, what: 'alarms' })
}
