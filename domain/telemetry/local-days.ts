/**
 * The one place that computes the days of a time zone. A day is `YYYY-MM-DD`, a month `YYYY-MM`, a year `YYYY`;
 * an instant is epoch milliseconds. A local day is the half-open stretch from its own start to the next day's
 * start, so that days tile all of time: where a clock is set back across midnight, the repeated minutes belong to
 * the day that has begun, and no instant has two days or none.
 *
 * Zones are IANA names; every function throws a RangeError for an unknown one (ask `isTimeZone` first).
 */

export type LocalDay = { day: string; startAt: number; endAt: number }

/** True for an IANA name of this runtime, aliases included, in its exact spelling. Offsets such as `+05:30` are no zones. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId === name
  } catch {
    return false
  }
}

/** The names to choose from, sorted, `UTC` first. */
export const timeZoneNames = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
]

const startOf = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(zone).epochMilliseconds

export const dayStartAt = (day: string, zone: string): number => startOf(Temporal.PlainDate.from(day), zone)

/** The first instant that no longer belongs to the day. */
export const dayEndAt = (day: string, zone: string): number =>
  startOf(Temporal.PlainDate.from(day).add({ days: 1 }), zone)

/** The local day that holds an instant. */
export const localDayAt = (ts: number, zone: string): LocalDay => {
  let date = Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(zone).toPlainDate()
  let startAt = startOf(date, zone)
  let endAt = startOf(date.add({ days: 1 }), zone)
  while (ts >= endAt) {
    date = date.add({ days: 1 })
    startAt = endAt
    endAt = startOf(date.add({ days: 1 }), zone)
  }
  return { day: date.toString(), startAt, endAt }
}

export const dayAt = (ts: number, zone: string): string => localDayAt(ts, zone).day

/** `localDayAt` of one zone. */
export type DayFinder = (ts: number) => LocalDay

/** `localDayAt` for many instants in about their order: asks the calendar once a day instead of once an instant. */
export const localDayFinder = (zone: string): DayFinder => {
  let held: LocalDay | null = null
  return (ts) => {
    if (held === null || ts < held.startAt || ts >= held.endAt) held = localDayAt(ts, zone)
    return held
  }
}

/** Hours of a local day: 24, or 23, 25, 23.5 ... where clocks change. */
export const hoursOfDay = (day: string, zone: string): number =>
  (dayEndAt(day, zone) - dayStartAt(day, zone)) / 3_600_000

export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** Calendar days from one to the other; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days

/** A day as a whole number that grows by one with each day; for counting many of them. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** All days from `from` to `to`, both included; none when `to` is earlier. */
export const daysFromTo = (from: string, to: string): string[] => {
  const first = Temporal.PlainDate.from(from)
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, days) =>
    first.add({ days }).toString(),
  )
}

export const monthOf = (day: string): string => day.slice(0, 7)
export const yearOf = (day: string): string => day.slice(0, 4)

/** The days of a month, `YYYY-MM`. */
export const daysOfMonth = (month: string): string[] => {
  const first = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: first.daysInMonth }, (_, index) =>
    first.toPlainDate({ day: index + 1 }).toString(),
  )
}

/** The twelve months of a year, `YYYY`. */
export const monthsOfYear = (year: string): string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)

/** First and last day of a month (`YYYY-MM`), a year (`YYYY`) or a day. */
export const daysOfPeriod = (period: string): { fromDay: string; toDay: string } => {
  if (period.length === 10) return { fromDay: period, toDay: period }
  if (period.length === 4) return { fromDay: `${period}-01-01`, toDay: `${period}-12-31` }
  const month = Temporal.PlainYearMonth.from(period)
  return { fromDay: `${period}-01`, toDay: month.toPlainDate({ day: month.daysInMonth }).toString() }
}
