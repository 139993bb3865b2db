import { REHEARSED_DAYS, REHEARSED_DAYS_MOST } from '#domain/alarms/rehearsal-days.ts'
import { addDays, dayAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { refuse } from '../../../platform/refusal.ts'
import { retentionFrom } from '../../telemetry/retention.ts'
import { STEP_MS } from './load-windows.ts'

const DAY_MS = 86_400_000

/** What a rehearsal judges, and how far back it may learn before. */
export type RehearsalPeriod = { from: number; to: number; retainedFrom: number }

const earlier = (a: string, b: string): string => (a < b ? a : b)
const stepAt = (ts: number): number => Math.floor(ts / STEP_MS) * STEP_MS

/** The days that were asked for, in the station's zone; without any the last thirty. @throws Refusal `rehearsal_period` */
export const rehearsalPeriod = (
  asked: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
  { now, retentionDays }: { now: number; retentionDays: number },
): RehearsalPeriod => {
  const retainedFrom = retentionFrom(now, retentionDays)
  const end = stepAt(now)
  if (asked.from === undefined && asked.to === undefined)
    return { from: end - REHEARSED_DAYS * DAY_MS, to: end, retainedFrom }
  const today = dayAt(now, timeZone)
  const last = asked.to ?? earlier(addDays(asked.from ?? today, REHEARSED_DAYS - 1), today)
  const first = asked.from ?? addDays(last, 1 - REHEARSED_DAYS)
  const early = first < dayAt(retainedFrom, timeZone)
  if (first > last || last > today || early || addDays(first, REHEARSED_DAYS_MOST - 1) < last)
    refuse('rehearsal_period', { field: asked.from === undefined ? 'to' : 'from' })
  return {
    from: stepAt(Math.max(dayStartAt(first, timeZone), retainedFrom)),
    to: Math.min(end, stepAt(dayStartAt(addDays(last, 1), timeZone))),
    retainedFrom,
  }
}
