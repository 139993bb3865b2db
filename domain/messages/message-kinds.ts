import type { FlowName } from '../work-orders/flow-table.ts'
import type { OrderNote } from '../work-orders/order-states.ts'

/** What people are told of. An alarm is told once, however often it repeats. */
export const messageKinds = [
  'alarm_raised',
  'alarm_worse',
  'alarm_quiet_over',
  'order_given',
  'order_unassigned',
  'order_taken_away',
  'order_to_review',
  'order_review_failed',
  'order_completed',
  'order_discarded',
  'order_alarm_ended',
  'order_comment',
  'control_asked',
  'control_go',
  'control_wait',
  'month_report',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** About an alarm itself: what there is nothing to be told of any more once it is closed. */
export const alarmMessages = [
  'alarm_raised',
  'alarm_worse',
  'alarm_quiet_over',
] as const satisfies readonly MessageKind[]

/**
 * Who of an order is told: `dispatchers` and `reviewers` are the station's own people who may. `writers`: who has
 * commented on it.
 */
export type Audience = 'initiator' | 'handler' | 'dispatchers' | 'reviewers' | 'writers'

/** What a record of an order's flow is told as, and to whom; absent = nobody waits for it. */
const byAction: Readonly<Partial<Record<FlowName, { kind: MessageKind; to: readonly Audience[] }>>> = {
  initiate: { kind: 'order_unassigned', to: ['dispatchers'] },
  dispatch: { kind: 'order_given', to: ['handler'] },
  reject: { kind: 'order_unassigned', to: ['dispatchers', 'initiator'] },
  abandon: { kind: 'order_unassigned', to: ['dispatchers', 'initiator'] },
  under_review: { kind: 'order_to_review', to: ['reviewers'] },
  original_handler_continues: { kind: 'order_review_failed', to: ['handler'] },
  reassign_to_someone_else: { kind: 'order_unassigned', to: ['dispatchers'] },
  reassign: { kind: 'order_given', to: ['handler'] },
  completed: { kind: 'order_completed', to: ['initiator', 'handler'] },
  discarded: { kind: 'order_discarded', to: ['initiator', 'handler'] },
}

/** `held`: somebody has the order in hand. */
export const toldOf = (
  action: FlowName | null,
  note: OrderNote | null,
  held: boolean,
): { kind: MessageKind; to: readonly Audience[] } | null => {
  if (action !== null) return byAction[action] ?? null
  if (note === 'comment')
    return { kind: 'order_comment', to: ['initiator', 'writers', held ? 'handler' : 'dispatchers'] }
  return note === 'alarm_ended' || note === 'alarm_cleared'
    ? { kind: 'order_alarm_ended', to: ['handler'] }
    : null
}

/** Without a choice of one's own: the three worse levels and orders, at any hour. */
export const defaultLevels: readonly number[] = [1, 2, 3]
/** A very urgent alarm does not wait for the morning. */
export const breaksQuiet = (level: number | null): boolean => level === 1

export const webhookEvents = ['alarm.raised', 'order.changed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Attempts before a delivery is given up: the last about 17 hours after the first. */
export const ATTEMPTS_MAX = 12
const FIRST_WAIT_MS = 30_000
/** How long to wait after so many failed attempts, ms: doubling from 30 s. */
export const waitAfter = (attempts: number): number => FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1)
