import { countdownEnd, dueAt } from '#domain/work-orders/order-times.ts'
import { openActions, outcomeOf } from '#domain/work-orders/open-actions.ts'
import type { QueuedAct, QueuedFile } from '../../sync/queued-act.ts'
import type { Order } from '../use-orders.ts'

type Person = { id: string; name: string; permissions: readonly string[] }
type Act = Extract<QueuedAct['call'], { route: 'POST /api/orders/{orderId}/actions' }>['body']

const handlerAfter = (order: Order, { no, next, handlerId }: Act): Order['handler'] => {
  if (no === 1 || no === 14) return handlerId ? { id: handlerId, name: '–' } : order.handler
  return no === 3 || no === 6 || next === 13 ? null : order.handler
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
    actualEndAt: by.at,
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
  const begins = act.no === 4
  const status = outcomeOf(act.no, order, act.next)
  const times = { ...order, status, startedAt: begins ? at : order.startedAt }
  return {
    ...order,
    status,
    handler: handlerAfter(order, act),
    ...(begins && { startedAt: at, actualStartAt: order.actualStartAt ?? at }),
    countdownEndAt: countdownEnd(times),
    dueAt: dueAt(times),
    ...(act.no === 5 && reported(order, act, filesOf(order, files, at), by)),
    // No report stands then: the last one is what the next begins with.
    ...((act.no === 7 || act.no === 11) && { actualEndAt: null }),
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
