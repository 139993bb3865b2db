const MINUTE = 60_000
const DAY = 86_400_000
/** Hours of a day, by the clock of the station, in which people make orders and work at them. */
const FROM = 8
const TO = 18
/** So long before the end of a day somebody may still begin, and so long after its beginning goes on. */
const LEFT_MS = 90 * MINUTE
const ARRIVED_MS = 10 * MINUTE

const midnightOf = (ts: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(zone).startOfDay()
const openOn = (midnight: Temporal.ZonedDateTime): { from: number; to: number } => ({
  from: midnight.with({ hour: FROM }).epochMilliseconds,
  to: midnight.with({ hour: TO }).epochMilliseconds,
})

/** The moment itself in working hours, else one before it. */
const before = (ts: number, zone: string): number => {
  const midnight = midnightOf(ts, zone)
  const today = openOn(midnight)
  if (ts >= today.from && ts < today.to) return ts
  return (ts < today.from ? openOn(midnight.subtract({ days: 1 })) : today).to - LEFT_MS
}

/** The moment itself in working hours, else the next morning. */
export const workingFrom = (ts: number, zone: string): number => {
  const midnight = midnightOf(ts, zone)
  const today = openOn(midnight)
  if (ts >= today.from && ts < today.to) return ts
  return (ts < today.from ? today : openOn(midnight.add({ days: 1 }))).from + ARRIVED_MS
}

/**
 * When something was begun about `meant`, and its steps so long after each other: in working hours, and none after
 * `now`. The first is the beginning.
 */
export const workTimes = (
  { meant, now, zone }: { meant: number; now: number; zone: string },
  afterMs: readonly number[],
): number[] => {
  for (let back = 0; ; back += 1) {
    let at = before(meant - back * DAY, zone)
    const times = [at, ...afterMs.map((after) => (at = workingFrom(at + after, zone)))]
    if (at <= now) return times
  }
}
