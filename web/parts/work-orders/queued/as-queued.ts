import { countdownEnd, dueAt } from '#domain/work-orders/order-times.ts'
import { afterAction } from '#domain/work-orders/apply-action.ts'
import { flowName, reviewNext } from '#domain/work-orders/flow-table.ts'
import { openActions } from '#domain/work-orders/open-actions.ts'
import type { QueuedAct, QueuedFile } from '../../../app/outbox/queued-act.ts'
import type { Answer } from '../../../app/data/call-types.ts'

type Order = Answer<'GET /api/orders/{orderId}'>['order']
type Person = { id: string; name: string; permissions: readonly string[] }
type Act = Extract<QueuedAct['call'], { route: 'POST /api/orders/{orderId}/actions' }>['body']

/** Only the server knows the names of all people. */
const handlerOf = ({ handler }: Order, id: string | null): Order['handler'] => {
  if (id === null) return null
  return id === handler?.id ? handler : { id, name: '–' }
}

type File = Order['images'][number]
type Files = ReadonlyMap<string, File>

/** All files that can be shown of an order: those it has, and those that still lie on this phone. */
const filesOf = (order: Order, waiting: readonly QueuedFile[], at: number): Files => {
  const { report, checklist } = order
  const there = [
    ...order.images,
    ...order.files,
    ...(report?.images ?? []),
    ...(report?.files ?? []),
    ...checklist.flatMap(({ answer }) => answer?.file ?? []),
  ]
  const here = waiting.map(({ id, purpose, kept, name = '' }): File & { kept: string } => ({
    id,
    purpose,
    name,
    kept,
    createdAt: at,
    type: '',
    bytes: 0,
    width: null,
    height: null,
  }))
  return new Map([...here, ...there].map((file) => [file.id, file]))
}

/** The report with all that goes with it, as it will stand. */
const reported = (order: Order, act: Act, files: Files, by: { at: number; me: Person }) => {
  const found = (ids: readonly string[] = []): File[] => ids.flatMap((id) => files.get(id) ?? [])
  const answers = new Map(act.checklist?.map((answer) => [answer.key, answer]))
  return {
    report: {
      text: act.report ?? '',
      at: by.at,
      by: { id: by.me.id, name: by.me.name },
      images: found(act.images),
      files: found(act.files),
    },
    checklist: order.checklist.map((line) => {
      const { value = null, fileId = null } = answers.get(line.key) ?? {}
      return { ...line, answer: { value, file: files.get(fileId ?? '') ?? null, good: null } }
    }),
  }
}

const afterAct = (
  order: Order,
  act: Act,
  files: readonly QueuedFile[],
  by: { at: number; me: Person },
): Order => {
  const { at } = by
  const { handler, status, startedAt, actualStartAt, actualEndAt, closedAt, needsReview } = order
  const name = flowName(act.no)
  const next = reviewNext(act.next)
  const before = { status, handlerId: handler?.id ?? null, startedAt, actualStartAt, actualEndAt, closedAt }
  // Whether the company's orders pass by themselves is the server's to know: until it says so this one waits.
  const rule = { needsReview, autoReview: false }
  const { handlerId, ...after } = afterAction(before, { name, at, next, handlerId: act.handlerId }, rule)
  const times = { ...order, ...after }
  return {
    ...times,
    handler: handlerOf(order, handlerId),
    countdownEndAt: countdownEnd(times),
    dueAt: dueAt(times),
    // Taken back or failed, the last report is what the next begins with.
    ...(name === 'complete' && reported(order, act, filesOf(order, files, at), by)),
  }
}

/** The acts of one order that are on their way: up to the first that was refused, which ends what can be said. */
export const underWay = (acts: readonly QueuedAct[], orderId: string): QueuedAct[] => {
  const mine = acts.filter(({ subject }) => subject === orderId)
  const refused = mine.findIndex(({ refusal }) => refusal !== null)
  return refused < 0 ? mine : mine.slice(0, refused)
}

/**
 * An order as it will stand once what waits on this phone is sent, with the actions that are open then. The flow table
 * decides here as it does on the server.
 */
export const asQueued = (order: Order, acts: readonly QueuedAct[], me: Person): Order => {
  let after = order
  const coming = underWay(acts, order.id)
  for (const { call, files, at } of coming)
    if (call.route === 'POST /api/orders/{orderId}/actions')
      after = afterAct(after, call.body, files, { at, me })
  if (after === order) return order
  const { status, needsReview } = after
  const facts = {
    status,
    needsReview,
    initiatorId: order.initiator.id,
    handlerId: after.handler?.id ?? null,
  }
  const actor = { accountId: me.id, permissions: me.permissions }
  return { ...after, editable: false, actions: openActions(facts, actor) }
}
