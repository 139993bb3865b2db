import { wallDay } from '../words/wall-clock.ts'

/**
 * Periods of a chart as calendar keys: `YYYY-MM-DD`, `YYYY-MM`, `YYYY` or empty for the lifetime. They are days of the
 * place's zone; only `todayIn` looks at a clock. Limits of days are the server's to compute.
 */
export const periods = ['day', 'month', 'year', 'lifetime'] as const
export type Period = (typeof periods)[number]

/** Readings older than this are refused. */
export const firstDay = '2000-01-01'

const keyLength: Record<Period, number> = { day: 10, month: 7, year: 4, lifetime: 0 }

/** The present day of a zone, `YYYY-MM-DD`. `now` in epoch milliseconds. */
export const todayIn = (now: number, timeZone: string): string => wallDay(now, timeZone)

const dayText = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

const numbers = (key: string): [year: number, month: number, day: number] => {
  const [year = 2000, month = 1, day = 1] = key.split('-').map(Number)
  return [year, month, day]
}

/** A key that names a real day, month or year. */
const isReal = (key: string): boolean =>
  /^\d{4}(-\d{2}){0,2}$/.test(key) && dayText(...numbers(key)).startsWith(key)

/** The last day of a day, month or year. */
export const lastDayOf = (key: string): string => {
  const [year, month] = numbers(key)
  if (key.length === 10) return key
  return key.length === 7 ? dayText(year, month + 1, 0) : `${key}-12-31`
}

/**
 * The key that a period shows for what the address says (`of`, of any length): as it is, the month or year around it,
 * or the last day or month within it. Nothing, nonsense and the future are the present.
 */
export const periodKey = (period: Period, of: string | undefined, today: string): string => {
  const wanted = of !== undefined && isReal(of) ? lastDayOf(of) : today
  const day = wanted > today ? today : wanted < firstDay ? firstDay : wanted
  return day.slice(0, keyLength[period])
}

/** One period back or forth; null beyond the present, before the year 2000 and for the lifetime. */
export const stepPeriod = (period: Period, key: string, by: 1 | -1, today: string): string | null => {
  if (period === 'lifetime') return null
  const [year, month, day] = numbers(key)
  const next =
    period === 'day'
      ? dayText(year, month, day + by)
      : period === 'month'
        ? dayText(year, month + by, 1)
        : dayText(year + by, 1, 1)
  const moved = next.slice(0, keyLength[period])
  return moved > today.slice(0, moved.length) || moved < firstDay.slice(0, moved.length) ? null : moved
}

/** What a bar of a period opens: a year its months, a month its days, a day its curve. */
export const periodOfKey = (key: string): Period =>
  key.length === 10 ? 'day' : key.length === 7 ? 'month' : 'year'
