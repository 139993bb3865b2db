import type { BodyOf } from '#contract/http/route.ts'
import type { orderRoutes } from '#contract/http/work-orders.ts'
import { permits, type Permission } from '#domain/accounts/permissions.ts'
import { checkAnswers } from '#domain/work-orders/checklists.ts'
import { applyAction } from '#domain/work-orders/apply-action.ts'
import {
  flowName,
  type FlowName,
  flowRow,
  permissionFor,
  reviewNext,
} from '#domain/work-orders/flow-table.ts'
import { judgeAction } from '#domain/work-orders/open-actions.ts'
import { isOpen } from '#domain/work-orders/order-states.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { visibleStations } from '../accounts/scope.ts'
import { endCheckIn } from '../stations/check-in.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { OrderCaller } from './create-order.ts'
import { actorAt, lackOf } from './order-actor.ts'
import { orderDetail } from './order-detail.ts'
import { giveFiles, mustBeFree, mustBeSigned } from './order-files.ts'
import { canHandle } from './find-handlers.ts'
import { closeAlarms, lockKeptAlarms, releaseAlarms } from './order-alarm-store.ts'
import { noteStep, progressOf } from './note-step.ts'
import { factsOf, type LockedOrder, lockOrder, saveOrder, wasHandler } from './order-store.ts'

export type Asked = BodyOf<(typeof orderRoutes)['POST /api/orders/{orderId}/actions']>

/** What would make somebody one of those who take the action; who handles orders at all can be given this one. */
const neededFor = (name: FlowName): Permission =>
  flowRow(name)
    .who.map((role) => permissionFor(name, role))
    .find((one) => one !== null) ?? 'om:order:handle'

/**
 * Whether the table allows it. Who had the order in hand, or handles orders at all, learns that it went on without
 * them, and not that something is forbidden.
 */
const mustBeOpen = async (trx: Db, row: LockedOrder, caller: OrderCaller, name: FlowName): Promise<void> => {
  const actor = actorAt(caller.who, row)
  const { accountId, permissions } = actor
  const verdict = judgeAction(name, factsOf(row), actor)
  if (verdict.ok) return
  if (!isOpen(row.status)) {
    const concerned =
      verdict.why === 'wrong_state' ||
      permits(permissions, 'om:order:handle') ||
      (await wasHandler(trx, row.id, accountId))
    if (concerned) refuse('order_over')
    refuse('forbidden', lackOf(caller.who, neededFor(name)))
  }
  if (verdict.why === 'wrong_state') refuse('wrong_state')
  const { who } = flowRow(name)
  const isHandlerStep = who.some((role) => role === 'handler')
  const isHandler = permits(permissions, 'om:order:handle') || (await wasHandler(trx, row.id, accountId))
  if (isHandlerStep && isHandler) refuse('order_other_handler')
  refuse('forbidden', lackOf(caller.who, neededFor(name)))
}

/** What the action wants to be told is there and sound. @throws Refusal with every field that is missing */
const mustBeTold = (row: LockedOrder, asked: Asked): void => {
  const name = flowName(asked.no)
  const { needs } = flowRow(name)
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
  if (name === 'discarded' && asked.confirmation !== row.no)
    refuse('order_number_differs', { field: 'confirmation' })
  if (name !== 'complete' && asked.checkedInSince !== undefined)
    refuse('invalid_input', { field: 'checkedInSince' })
  if (name === 'reassign' && asked.handlerId === row.handler_id)
    refuse('invalid_input', { field: 'handlerId' })
}

const textOf = ({ no, reason, report, remark }: Asked): string => {
  const { needs } = flowRow(flowName(no))
  return (needs.includes('report') ? report : needs.includes('reason') ? reason : remark) ?? ''
}

/** Carries the action out on the locked row with all that follows from it; gives the id of its own record. */
const carryOut = async (trx: Db, row: LockedOrder, caller: OrderCaller, asked: Asked): Promise<number> => {
  const { now: at } = caller
  const by = caller.who.accountId
  const name = flowName(asked.no)
  const next = reviewNext(asked.next)
  const taken = { name, at, next, handlerId: asked.handlerId }
  const rule = { needsReview: row.needs_review, autoReview: row.auto_review }
  const records: number[] = []
  for (const [place, step] of applyAction(progressOf(row), taken, rule).entries()) {
    if (step.name === 'completed')
      await closeAlarms(trx, await lockKeptAlarms(trx, row.id), { at, by, reason: row.no })
    if (step.name === 'discarded') await releaseAlarms(trx, row.id, await lockKeptAlarms(trx, row.id))
    const who = step.bySystem ? null : by
    records.push(await noteStep(trx, row, step, { by: who, at, text: place === 0 ? textOf(asked) : '' }))
  }
  return records[0] ?? 0
}

/** Ends a transaction in which it was only tried whether it can be done: nothing of it stays. */
class TrialOver extends Error {}

/**
 * A person takes an action of the flow table, in one transaction with everything that follows from it.
 * @throws Refusal `not_found`; `forbidden`, `order_other_handler`, `order_over`, `wrong_state` as the table says;
 * `version_stale` with the present order; and what is wrong with what was told
 */
export const takeAction = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: OrderCaller,
  given: {
    id: string
    version: number
    asked: Asked
    /** Only says whether it can be done. */ trial?: boolean
  },
): Promise<void> => {
  const { asked } = given
  const done = await transact(db, async (trx) => {
    const { who, now } = caller
    const row = (await lockOrder(trx, given.id, visibleStations(who, now))) ?? refuse('not_found')
    await mustBeOpen(trx, row, caller, flowName(asked.no))
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
      if (!flowRow(flowName(asked.no)).needs.includes('handler'))
        refuse('invalid_input', { field: 'handlerId' })
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
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: `order.${flowName(asked.no).replaceAll('_', '-')}`,
      objectKind: 'order',
      objectId: row.id,
      detail: { no: row.no, from: before, to: row.status, handlerId: row.handler_id },
    })
    const { checkedInSince: since } = asked
    const at = { stationId: row.station_id, companyId: row.company_id }
    const left = since !== undefined && (await endCheckIn(trx, caller, { ...at, since }))
    if (given.trial) throw new TrialOver()
    return { stationId: row.station_id, left, moved: !isOpen(row.status) && row.alarms > 0 }
  }).catch((error: unknown) => {
    if (error instanceof TrialOver) return null
    throw error
  })
  if (done === null) return
  changeEvents.tell({ type: 'changed', stationId: done.stationId, what: 'orders' })
  if (done.left) changeEvents.tell({ type: 'changed', stationId: done.stationId, what: 'commands' })
  if (done.moved) changeEvents.tell({ type: 'changed', stationId: done.stationId, what: 'alarms' })
}
