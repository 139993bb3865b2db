/** When those that look once a day look: when the sun is lowest at the station, so that a day is whole. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Steps at which anything is judged at all. */
const GRID_MS = 300_000

/** The last look at or before an instant. */
export const runAt = (ts: number, longitude: number): number => {
  const ahead = Math.round(((longitude / 15) * HOUR) / GRID_MS) * GRID_MS
  return Math.floor((ts + ahead) / DAY) * DAY - ahead
}

/** Looks after `before`, up to `at`, the latest first. */
export const runsBetween = (before: number, at: number, longitude: number): number[] => {
  const last = runAt(at, longitude)
  const count = Math.max(0, Math.ceil((last - before) / DAY))
  return Array.from({ length: count }, (_, back) => last - back * DAY)
}

/**
 * The hours to look at in the step that ends at `at`, the one before having ended at `before`; null = it is not time.
 * After a pause it is the last day alone: one that nobody looked at is no evidence.
 */
export const hoursDue = (
  before: number,
  at: number,
  longitude: number,
): { from: number; to: number } | null => {
  const to = runAt(at, longitude)
  return to <= before ? null : { from: to - DAY, to }
}
