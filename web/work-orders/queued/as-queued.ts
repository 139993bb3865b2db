import { countdownEnd, dueAt } from '#domain/work-orders/order-times.ts'
import { openActions, outcomeOf } from '#domain/work-orders/open-actions.ts'
import type { QueuedAct } from '../../sync/queued-act.ts'
import type { Order } from '../use-orders.ts'

type Person = { id: string; name: string; permissions: readonly string[] }
type Act = Extract<QueuedAct['call'], { route: 'POST /api/orders/{orderId}/actions' }>['body']

const handlerAfter = (order: Order, { no, next, handlerId }: Act): Order['handler'] => {
  if (no === 1 || no === 14) return handlerId ? { id: handlerId, name: '–' } : order.handler
  return no === 3 || no === 6 || next === 13 ? null : order.handler
}

const afterAct = (order: Order, act: Act, at: number, me: Person): Order => {
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
    ...(act.no === 5 && {
      actualEndAt: at,
      report: { text: act.report ?? '', at, by: { id: me.id, name: me.name }, images: [], files: [] },
    }),
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
  for (const { call, at } of coming)
    if (call.route === 'POST /api/orders/{orderId}/actions') after = afterAct(after, call.body, at, me)
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
