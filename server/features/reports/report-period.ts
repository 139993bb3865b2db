import { dayAt, dayEndAt, daysOfPeriod, dayStartAt, monthOf } from '#domain/telemetry/local-days.ts'
import { refuse } from '../../platform/refusal.ts'

export type ReportPeriod = {
  /** `YYYY-MM` or `YYYY`. */
  of: string
  fromDay: string
  /** The last day of it, or the present one while it runs. */
  toDay: string
  running: boolean
}

/** Of a place: its own month or year. @throws Refusal `invalid_input` for one that has not begun */
export const reportPeriod = (of: string | undefined, now: number, zone: string): ReportPeriod => {
  const today = dayAt(now, zone)
  const chosen = of ?? monthOf(today)
  const { fromDay, toDay } = daysOfPeriod(chosen)
  if (fromDay > today) refuse('invalid_input', { field: 'of' })
  const running = toDay >= today
  return { of: chosen, fromDay, toDay: running ? today : toDay, running }
}

export const stretchOf = (id: string, { fromDay, toDay }: ReportPeriod, zone: string, now: number) => ({
  id,
  from: dayStartAt(fromDay, zone),
  to: Math.min(now, dayEndAt(toDay, zone)),
})

/** All of a period as one range of a station. */
export const wholeRange = (stationId: string, { of }: Pick<ReportPeriod, 'of'>) => {
  const { fromDay, toDay } = daysOfPeriod(of)
  return { stationId, fromDay, toDay, partFrom: fromDay, partTo: toDay }
}
