import { isOpen, type OrderStatus } from './order-states.ts'

const MINUTE = 60_000

export type OrderTimes = {
  status: OrderStatus
  plannedStartAt: number | null
  plannedEndAt: number | null
  plannedMinutes: number
  /** When it was begun first. */
  actualStartAt: number | null
  /** When its present handler began: the countdown runs from here. */
  startedAt: number | null
  /** When the report that stands was sent. */
  actualEndAt: number | null
}

type DueTimes = Omit<OrderTimes, 'plannedStartAt' | 'actualStartAt' | 'actualEndAt'>

/** When the planned processing time is over, epoch ms; null unless somebody works at it. */
const processingEnd = ({ status, startedAt, plannedMinutes }: DueTimes): number | null =>
  status === 'in_progress' && startedAt !== null ? startedAt + plannedMinutes * MINUTE : null

/**
 * The one deadline of an order, epoch ms: the planned end or the end of the planned processing time, whichever comes
 * first. Lists, the page, its countdown and the count of what is overdue all say this one.
 */
export const dueAt = (times: DueTimes): number | null => {
  // What waits for its review is no longer the handler's to hurry.
  if (!isOpen(times.status) || times.status === 'audit') return null
  const ends = [times.plannedEndAt, processingEnd(times)].filter((one) => one !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** What the countdown runs to: the deadline, while somebody works at it. */
export const countdownEnd = (times: DueTimes): number | null =>
  processingEnd(times) === null ? null : dueAt(times)

export const isOverdue = (times: DueTimes, now: number): boolean => {
  const due = dueAt(times)
  return due !== null && now > due
}

/** Minutes, rounded; null while one end is not known. */
const minutesBetween = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : Math.round((to - from) / MINUTE)

export const plannedDuration = ({ plannedStartAt, plannedEndAt }: OrderTimes): number | null =>
  minutesBetween(plannedStartAt, plannedEndAt)

export const actualDuration = ({ actualStartAt, actualEndAt }: OrderTimes): number | null =>
  minutesBetween(actualStartAt, actualEndAt)
