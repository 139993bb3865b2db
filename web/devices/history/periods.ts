export type Period = 'day' | 'month' | 'year' | 'lifetime'
export const periods = ['day', 'month', 'year', 'lifetime'] as const satisfies readonly Period[]

const keyLengths: Record<Period, number> = { day: 10, month: 7, year: 4, lifetime: 0 }
/** No reading is older. */
const firstYear = 2000

/** The calendar day `YYYY-MM-DD` that it is at an instant in a zone. Where days begin and end is the server's to say. */
export const dayIn = (ts: number, timeZone: string): string =>
  // The Canadian form of a date is the ISO one.
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(ts)

/** A key of another length: the month of a day, the year of a month; undefined when it is not that fine. */
const keyFor = (period: Period, key: string | undefined): string | undefined =>
  key !== undefined && key.length >= keyLengths[period] ? key.slice(0, keyLengths[period]) : undefined

/** The day, month or year that is shown: what the address says, else the present one; empty for a lifetime. */
export const shownKey = (period: Period, of: string | undefined, today: string): string =>
  keyFor(period, of) ?? today.slice(0, keyLengths[period])

/** The key before or after, or null at the ends: the year 2000 and the present. */
export const stepKey = (period: Period, key: string, step: -1 | 1, today: string): string | null => {
  if (period === 'lifetime') return null
  const [year = firstYear, month = 1, day = 1] = key.split('-').map(Number)
  const moved = new Date(
    Date.UTC(
      year + (period === 'year' ? step : 0),
      month - 1 + (period === 'month' ? step : 0),
      day + (period === 'day' ? step : 0),
    ),
  )
    .toISOString()
    .slice(0, keyLengths[period])
  return moved > today.slice(0, keyLengths[period]) || Number(moved.slice(0, 4)) < firstYear ? null : moved
}

/** What the address says after a change of period: coarser keeps the place, finer shows the last of it or the present. */
export const moveTo = (to: Period, key: string, today: string): string | undefined => {
  if (to === 'lifetime') return undefined
  const present = today.slice(0, keyLengths[to])
  const kept = keyFor(to, key) ?? (key === '' || present.startsWith(key) ? present : lastOf(to, key))
  return kept === present ? undefined : kept
}

const lastOf = (period: Period, key: string): string => {
  const [year = firstYear, month = 12] = key.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, keyLengths[period])
}

/** The whole day that stands for a key on wheels, and back. */
export const asDay = (key: string): string => `${key}${'-01-01'.slice(key.length - 4)}`
export const fromDay = (period: Period, day: string): string => day.slice(0, keyLengths[period])
