import { addDays, daysBetween, daysOfPeriod } from './local-days.ts'

export type Days = { of: string; fromDay: string; toDay: string }
type ComparedDays = { what: 'before' | 'year'; own: Days; other: Days }

/**
 * Of so much of both sides energy must be known for the difference to say something of the sun and the station: what
 * is missing of one side would look like a loss. No source: chosen.
 */
export const COMPARED_FROM = 0.98

const monthBefore = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).subtract({ months }).toString()
const yearBefore = (year: string): string => String(Number(year) - 1).padStart(4, '0')

/**
 * Which days of a month (`YYYY-MM`) or year (`YYYY`) stand beside which of another. A period that is over is compared
 * whole. One that runs is compared by its days that are over, and the other side by as many of its own: of a year up
 * to the same day of its calendar. None before its first day is over.
 */
export const comparedDays = (of: string, today: string): ComparedDays[] => {
  const isMonth = of.length === 7
  const sides = isMonth
    ? [
        { what: 'before' as const, other: monthBefore(of, 1) },
        { what: 'year' as const, other: monthBefore(of, 12) },
      ]
    : [{ what: 'before' as const, other: yearBefore(of) }]
  const own = daysOfPeriod(of)
  const runs = today <= own.toDay
  if (runs && today <= own.fromDay) return []
  return sides.map(({ what, other }) => {
    const days = daysOfPeriod(other)
    if (!runs) return { what, own: { of, ...own }, other: { of: other, ...days } }
    const yesterday = addDays(today, -1)
    if (isMonth) {
      const count = Math.min(daysBetween(own.fromDay, yesterday), daysBetween(days.fromDay, days.toDay))
      return {
        what,
        own: { of, fromDay: own.fromDay, toDay: addDays(own.fromDay, count) },
        other: { of: other, fromDay: days.fromDay, toDay: addDays(days.fromDay, count) },
      }
    }
    const there = Temporal.PlainDate.from(yesterday).subtract({ years: 1 }).toString()
    return {
      what,
      own: { of, fromDay: own.fromDay, toDay: yesterday },
      other: { of: other, fromDay: days.fromDay, toDay: there },
    }
  })
}

type Side = { wh: number | null; coverage: number | null }

/** Own over the other, less 1; null = unknown, or there was nothing to compare with. */
export const changeOf = (own: Side, other: Side): number | null => {
  const known = ({ wh, coverage }: Side): boolean =>
    wh !== null && coverage !== null && coverage >= COMPARED_FROM
  return known(own) && known(other) && other.wh ? (own.wh ?? 0) / other.wh - 1 : null
}
