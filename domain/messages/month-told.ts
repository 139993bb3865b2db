import { addDays, dayStartAt, daysOfPeriod } from '../telemetry/local-days.ts'
import type { Income } from '../telemetry/income.ts'

/** What a message says of a month. */
export type MonthTold = {
  /** `2026-10`. */
  of: string
  /** Of all that the person sees; else of the message's station. */
  all: boolean
  wh: number
  coverage: number | null
  income: Income[]
  /** Energy against another month, less 1; null = none could be compared. */
  change: { of: string; share: number } | null
}

/**
 * A month is told on the second day of the next one at nine in the morning, in the zone where most of it stands. By then
 * every zone's month is over for five hours and more, and a gateway that had no network in the last evening has had a
 * day and a night for its readings. Chosen, no source.
 */
const DAYS_AFTER = 2
const HOUR = 9
/** What could not be told within the first week is no news any more. */
const LAST_DAY = 7

/** From when to when a month (`2026-10`) is told, epoch ms. */
export const monthToldIn = (of: string, zone: string): { from: number; to: number } => {
  const { toDay } = daysOfPeriod(of)
  const day = Temporal.PlainDate.from(addDays(toDay, DAYS_AFTER))
  const from = day.toZonedDateTime({ timeZone: zone, plainTime: { hour: HOUR } })
  return { from: from.epochMilliseconds, to: dayStartAt(addDays(toDay, LAST_DAY + 1), zone) }
}

/** The month that may be told anywhere at an instant; null = none. */
export const monthToTell = (now: number): string | null => {
  const date = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').toPlainDate()
  return date.day > LAST_DAY + 1 ? null : date.toPlainYearMonth().subtract({ months: 1 }).toString()
}

/** The year before says more of a month than the month before: it had the same sun. */
export const changeTold = (
  compared: readonly { what: 'before' | 'year'; other: { of: string }; change: number | null }[],
): MonthTold['change'] => {
  const known = compared.flatMap(({ what, other, change }) =>
    change === null ? [] : [{ what, of: other.of, share: change }],
  )
  const one = known.find(({ what }) => what === 'year') ?? known[0]
  return one ? { of: one.of, share: one.share } : null
}
