import { sortReadings } from './counter-points.ts'
import type { CounterLimits, CounterPoint, CounterReading } from './counter-rules.ts'
import { RATED_TOLERANCE, SPIKE_READINGS, unitOf } from './counter-rules.ts'

/**
 * What a lifetime counter shows of the device's power by itself, whatever was entered as its rating.
 *
 * Its readings are cut into stretches of at least twenty minutes that do not fall and are not taken back after them.
 * The third highest power of a day is what the device can do: a jump, the end of a silence or a burst of late messages
 * lies in one stretch, two at most; a counter that steadily outruns its rating does so again and again.
 * No source: chosen.
 */
const STRETCHES = 3
const LEAST_MS = 20 * 60_000
/** What lies further apart says nothing about power. No source: chosen. */
const MOST_MS = 3 * 3_600_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Stretch = { from: CounterPoint; to: CounterPoint; powerW: number }

/** W that the counter proves between two readings: what its coarse unit may have held back before is left out. */
const powerBetween = (from: CounterPoint, to: CounterPoint): number =>
  ((to.wh - from.wh - unitOf(from.wh, to.wh)) * HOUR_MS) / (to.ts - from.ts)

/** Nothing around the stretch speaks against it: neither did it begin in a dip nor end in a spike. */
const stands = (points: readonly CounterPoint[], first: number, last: number): boolean => {
  const [from, to] = [points[first], points[last]]
  if (from === undefined || to === undefined) return false
  for (let by = 1; by <= SPIKE_READINGS; by++) {
    const [earlier, later] = [points[first - by], points[last + by]]
    if (later === undefined || later.wh < to.wh) return false
    if (earlier !== undefined && earlier.wh > from.wh) return false
  }
  return true
}

const stretchesOf = function* (points: readonly CounterPoint[]): Generator<Stretch> {
  let first = 0
  for (const [index, to] of points.entries()) {
    const [before, from] = [points[index - 1], points[first]]
    if (before === undefined || from === undefined) continue
    const ms = to.ts - from.ts
    if (to.wh < before.wh || ms > MOST_MS) first = index
    else if (ms >= LEAST_MS) {
      if (stands(points, first, index)) yield { from, to, powerW: powerBetween(from, to) }
      first = index
    }
  }
}

/** The highest power that the counter has shown three times within a day, W; null when it shows none. */
export const shownPowerW = (readings: Iterable<CounterReading>): number | null => {
  const { points } = sortReadings(readings)
  let most = 0
  let recent: Stretch[] = []
  for (const stretch of stretchesOf(points)) {
    if (stretch.powerW <= most) continue
    recent = recent.filter(({ from, powerW }) => powerW > most && stretch.to.ts - from.ts <= DAY_MS)
    recent.push(stretch)
    if (recent.length < STRETCHES) continue
    const powers = recent.map(({ powerW }) => powerW).sort((a, b) => b - a)
    most = powers[STRETCHES - 1] ?? most
  }
  return most > 0 ? most : null
}

/** What was shown, when it is more than the rating allows; null = the rating stands, or is not known. */
export const beyondRating = (
  shownW: number | null,
  { ratedW }: Pick<CounterLimits, 'ratedW'>,
): number | null =>
  shownW !== null && ratedW !== null && ratedW > 0 && shownW > ratedW * RATED_TOLERANCE ? shownW : null

/**
 * The rating to measure by, W; null when it is not known or the device's own counter speaks against it: shares, hours
 * and comparisons by a wrong rating are wrong, too.
 */
export const soundRatedW = (ratedW: number | null, shownW: number | null): number | null =>
  beyondRating(shownW, { ratedW }) === null ? ratedW : null
