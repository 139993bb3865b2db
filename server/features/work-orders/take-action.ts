import type { BodyOf } from '#contract/http/route.ts'
import type { orderRoutes } from '#contract/http/work-orders.ts'
import { permits, type Permission } from '#domain/accounts/permissions.ts'
import { checkAnswers } from '#domain/work-orders/checklists.ts'
import { flowRow, permissionFor } from '#domain/work-orders/flow-table.ts'
import { judgeAction, outcomeOf } from '#domain/work-orders/open-actions.ts'
import { isOpen } from '#domain/work-orders/order-states.ts'
import { auditOf, record } from '../../platform/audit/audit.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { OrderCaller } from './create-order.ts'
import { dispatchTo } from './dispatch-now.ts'
import { actorAt, lackOf } from './order-actor.ts'
import { orderDetail } from './order-detail.ts'
import { giveFiles, mustBeFree, mustBeSigned } from './order-files.ts'
import { canHandle } from './order-handlers.ts'
import { closeAlarms, lockKeptAlarms, releaseAlarms } from './order-alarms.ts'
import { addFlow, factsOf, type LockedOrder, lockOrder, saveOrder, wasHandler } from './order-store.ts'

export type Asked = BodyOf<(typeof orderRoutes)['POST /api/orders/{orderId}/actions']>

/** What would make somebody one of those who take the action; who handles orders at all can be given this one. */
const neededFor = (no: Asked['no']): Permission =>
  flowRow(no)
    .who.map((role) => permissionFor(no, role))
    .find((one) => one !== null) ?? 'om:order:handle'

/**
 * Whether the table allows it. Who had the order in hand, or handles orders at all, learns that it went on without
 * them, and not that something is forbidden.
 */
const mustBeOpen = async (trx: Db, row: LockedOrder, caller: OrderCaller, no: Asked['no']): Promise<void> => {
  const actor = actorAt(caller.who, row)
  const { accountId, permissions } = actor
  const verdict = judgeAction(no, factsOf(row), actor)
  if (verdict.ok) return
  if (!isOpen(row.status)) {
    const concerned =
      verdict.why === 'wrong_state' ||
      permits(permissions, 'om:order:handle') ||
      (await wasHandler(trx, row.id, accountId))
    if (concerned) refuse('order_over')
    refuse('forbidden', lackOf(caller.who, neededFor(no)))
  }
  if (verdict.why === 'wrong_state') refuse('wrong_state')
  const { who } = flowRow(no)
  const isHandlerStep = who.some((role) => role === 'handler')
  const isHandler = permits(permissions, 'om:order:handle') || (await wasHandler(trx, row.id, accountId))
  if (isHandlerStep && isHandler) refuse('order_other_handler')
  refuse('forbidden', lackOf(caller.who, neededFor(no)))
}

/** What the action wants to be told is there and sound. @throws Refusal with every field that is missing */
const mustBeTold = (row: LockedOrder, asked: Asked): void => {
  const { needs } = flowRow(asked.no)
  const given: Record<string, unknown> = {
    handler: asked.handlerId,
    reason: asked.reason,
    remark: asked.remark || undefined,
    report: asked.report || undefined,
    next: asked.next,
    confirmation: asked.confirmation || undefined,
    checklist: true,
  }
  const fields: Record<string, string> = { handler: 'handlerId' }
  const missing = needs.filter((need) => given[need] === undefined)
  const answers = checkAnswers(row.type, asked.checklist ?? [], !needs.includes('checklist'))
  const problems = [
    ...missing.map((need) => ({ code: 'required' as const, field: fields[need] ?? need })),
    ...answers.map(({ key, code }) => ({ code, field: `checklist.${key}` })),
  ]
  const [first] = problems
  if (first) refuse(first.code, { field: first.field, problems })
  if (asked.no === 16 && asked.confirmation !== row.no)
    refuse('order_number_differs', { field: 'confirmation' })
  if (asked.no === 14 && asked.handlerId === row.handler_id) refuse('invalid_input', { field: 'handlerId' })
}

const textOf = ({ no, reason, report, remark }: Asked): string =>
  (no === 5 ? report : flowRow(no).needs.includes('reason') ? reason : remark) ?? ''

type Step = { by: string | null; at: number }

/** Records an action that leaves the order where `row` says. */
const note = (
  trx: Db,
  row: LockedOrder,
  no: number,
  step: Step & { from: LockedOrder['status']; text?: string },
): Promise<number> =>
  addFlow(trx, {
    order_id: row.id,
    no,
    at: step.at,
    by: step.by,
    from: step.from,
    to_status: row.status,
    handlerId: row.handler_id,
    text: step.text ?? '',
  })

/** Action 15: the closing record, and what is still open of its alarms closes with it. */
const finish = async (trx: Db, row: LockedOrder, by: string, at: number): Promise<void> => {
  row.status = 'completed'
  row.closed_at = at
  const alarms = await lockKeptAlarms(trx, row.id)
  await closeAlarms(trx, alarms, { at, by, reason: row.no })
  await note(trx, row, 15, { by: null, at, from: 'completed' })
}

/** The order waits for its review; where the company reviews automatically the system does it at once. */
const enterReview = async (trx: Db, row: LockedOrder, by: string, at: number): Promise<void> => {
  await note(trx, row, 9, { by: null, at, from: 'audit' })
  if (!row.auto_review) return
  row.status = outcomeOf(8, { needsReview: row.needs_review })
  await note(trx, row, 8, { by: null, at, from: 'audit' })
  await finish(trx, row, by, at)
}

/** Carries the action out on the locked row; gives the id of its record. */
const carryOut = async (trx: Db, row: LockedOrder, caller: OrderCaller, asked: Asked): Promise<number> => {
  const { now: at } = caller
  const by = caller.who.accountId
  const { no } = asked
  const [from, text] = [row.status, textOf(asked)]
  const step = { by, at, from, text }
  if (no === 1) return dispatchTo(trx, row, { handlerId: asked.handlerId ?? '', by, at, text })
  if (no === 11) {
    const next = asked.next ?? 12
    const flowId = await note(trx, row, 11, step)
    row.status = outcomeOf(11, { needsReview: row.needs_review }, next)
    row.actual_end_at = null
    if (next === 13) [row.handler_id, row.started_at] = [null, null]
    await note(trx, row, next, { by, at, from })
    return flowId
  }
  row.status = outcomeOf(no, { needsReview: row.needs_review })
  if (no === 3 || no === 6) [row.handler_id, row.started_at] = [null, null]
  if (no === 4) [row.started_at, row.actual_start_at] = [at, row.actual_start_at ?? at]
  if (no === 5) row.actual_end_at = at
  if (no === 7) row.actual_end_at = null
  if (no === 14) [row.handler_id, row.started_at] = [asked.handlerId ?? null, null]
  if (no === 16) {
    row.closed_at = at
    await releaseAlarms(trx, row.id, await lockKeptAlarms(trx, row.id))
  }
  const flowId = await note(trx, row, no, step)
  if (row.status === 'audit') await enterReview(trx, row, by, at)
  else if (row.status === 'completed') await finish(trx, row, by, at)
  return flowId
}

/**
 * A person takes an action of the flow table, in one transaction with everything that follows from it.
 * @throws Refusal `not_found`; `forbidden`, `order_other_handler`, `order_over`, `wrong_state` as the table says;
 * `version_stale` with the present order; and what is wrong with what was told
 */
export const takeAction = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: OrderCaller,
  given: { id: string; version: number; asked: Asked },
): Promise<void> => {
  const { asked } = given
  const done = await transact(db, async (trx) => {
    const { who, now } = caller
    const row = (await lockOrder(trx, given.id, visibleStations(who, now))) ?? refuse('not_found')
    await mustBeOpen(trx, row, caller, asked.no)
    if (row.version !== given.version)
      refuse('version_stale', { current: { order: await orderDetail(trx, row.id, who, now) } })
    const { accountId } = who
    await mustBeFree(trx, { orderId: row.id, accountId }, [
      ...(asked.images ?? []),
      ...(asked.files ?? []),
      ...(asked.checklist?.flatMap(({ fileId }) => fileId ?? []) ?? []),
    ])
    mustBeTold(row, asked)
    await mustBeSigned(trx, row, { text: asked.report ?? '', accountId }, asked.checklist ?? [])
    if (asked.handlerId !== undefined) {
      if (!flowRow(asked.no).needs.includes('handler')) refuse('invalid_input', { field: 'handlerId' })
      if (!(await canHandle(trx, row.station_id, asked.handlerId, now)))
        refuse('not_found', { field: 'handlerId' })
    }
    const before = row.status
    const flowId = await carryOut(trx, row, caller, asked)
    await giveFiles(trx, {
      orderId: row.id,
      flowId,
      stationId: row.station_id,
      accountId: who.accountId,
      images: asked.images ?? [],
      files: asked.files ?? [],
      answers: asked.checklist ?? [],
    })
    await saveOrder(trx, row)
    await record(trx, {
      ...auditOf(caller),
      companyId: row.company_id,
      action: `order.${flowRow(asked.no).name.replaceAll('_', '-')}`,
      objectKind: 'order',
      objectId: row.id,
      result: 'done',
      detail: { no: row.no, from: before, to: row.status, handlerId: row.handler_id },
    })
    return { stationId: row.station_id, moved: !isOpen(row.status) && row.alarms > 0 }
  })
  changeEvents.tell({ type: 'changed', stationId: done.stationId, what: 'orders' })
  if (done.moved) changeEvents.tell({ type: 'changed', stationId: done.stationId, what: 'alarms' })
}
