import { type FlowName, flowRow, type ReviewNext } from './flow-table.ts'
import type { OrderStatus } from './order-states.ts'

/** What the flow changes of an order. Instants are epoch ms. */
export type OrderProgress = {
  status: OrderStatus
  /** null: given to nobody. */
  handlerId: string | null
  /** When its present handler began. */
  startedAt: number | null
  /** When it was begun first. */
  actualStartAt: number | null
  /** When the report that stands was sent. */
  actualEndAt: number | null
  closedAt: number | null
}

/** `needsReview`: of this order. `autoReview`: its company lets the system pass what would wait for a reviewer. */
export type ReviewRule = { needsReview: boolean; autoReview: boolean }

/** An action that was judged to be possible, with what it was told. */
export type TakenAction = {
  name: FlowName
  at: number
  /** With `dispatch` and `reassign`. */
  handlerId?: string | undefined
  /** With `review_failed`. */
  next?: ReviewNext | undefined
}

/** One record of the flow. `order`: as it stands after it. */
export type FlowStep = { name: FlowName; bySystem: boolean; from: OrderStatus; order: OrderProgress }

const unassigned = { handlerId: null, startedAt: null }

type Effect = (order: OrderProgress, taken: TakenAction) => Partial<OrderProgress>
/** What an action changes besides the status. */
const effects: Partial<Record<FlowName, Effect>> = {
  dispatch: (order, { handlerId }) => ({ handlerId: handlerId ?? order.handlerId }),
  reject: () => unassigned,
  start: (order, { at }) => ({ startedAt: at, actualStartAt: order.actualStartAt ?? at }),
  complete: (_, { at }) => ({ actualEndAt: at }),
  abandon: () => unassigned,
  withdraw_review: () => ({ actualEndAt: null }),
  review_failed: () => ({ actualEndAt: null }),
  reassign_to_someone_else: () => unassigned,
  reassign: (order, { handlerId }) => ({ handlerId: handlerId ?? order.handlerId, startedAt: null }),
  completed: (_, { at }) => ({ closedAt: at }),
  discarded: (_, { at }) => ({ closedAt: at }),
}

const statusAfter = (name: FlowName, order: OrderProgress, rule: ReviewRule): OrderStatus => {
  if (name === 'complete') return rule.needsReview ? 'audit' : 'completed'
  // Where it leads is the step that the reviewer chose with it.
  if (name === 'review_failed') return order.status
  return flowRow(name).to[0] ?? order.status
}

/** What follows an action at once. `bySystem`: nobody's choice. */
const followerOf = (
  { name, order }: FlowStep,
  taken: TakenAction,
  rule: ReviewRule,
): { name: FlowName; bySystem: boolean } | null => {
  if (name === 'review_failed') return { name: taken.next ?? 'original_handler_continues', bySystem: false }
  if (name === 'complete' && order.status === 'audit') return { name: 'under_review', bySystem: true }
  if (name === 'under_review') return rule.autoReview ? { name: 'automatic_review', bySystem: true } : null
  return order.status === 'completed' && name !== 'completed' ? { name: 'completed', bySystem: true } : null
}

/**
 * Takes an action of the flow table: all records it makes, in their order, with the order as it stands after each. The
 * server stores them, and the phone shows the last one until the server has.
 */
export const applyAction = (before: OrderProgress, taken: TakenAction, rule: ReviewRule): FlowStep[] => {
  const steps: FlowStep[] = []
  let [order, next]: [OrderProgress, { name: FlowName; bySystem: boolean } | null] = [
    before,
    { name: taken.name, bySystem: false },
  ]
  while (next !== null) {
    const { name, bySystem }: { name: FlowName; bySystem: boolean } = next
    const from = order.status
    order = { ...order, ...effects[name]?.(order, taken), status: statusAfter(name, order, rule) }
    const step = { name, bySystem, from, order }
    steps.push(step)
    next = followerOf(step, taken, rule)
  }
  return steps
}

/** The order as it stands after an action and all that follows from it. */
export const afterAction = (before: OrderProgress, taken: TakenAction, rule: ReviewRule): OrderProgress =>
  applyAction(before, taken, rule).at(-1)?.order ?? before
