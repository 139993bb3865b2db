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

/** When the planned processing time is over, epoch ms; null unless somebody works at it. */
export const countdownEnd = ({ status, startedAt, plannedMinutes }: OrderTimes): number | null =>
  status === 'in_progress' && startedAt !== null ? startedAt + plannedMinutes * MINUTE : null

/** When it has to be done, epoch ms: the planned end or the end of the countdown, whichever comes first. */
export const dueAt = (times: OrderTimes): number | null => {
  // What waits for its review is no longer the handler's to hurry.
  if (!isOpen(times.status) || times.status === 'audit') return null
  const ends = [times.plannedEndAt, countdownEnd(times)].filter((one) => one !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

export const isOverdue = (times: OrderTimes, now: number): boolean => {
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
