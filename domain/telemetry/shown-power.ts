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

type Stretch = { fromTs: number; to: CounterPoint; powerW: number }

/** W that the counter proves between two readings: what its coarse unit may have held back before is left out. */
const powerBetween = (from: CounterPoint, to: CounterPoint): number =>
  ((to.wh - from.wh - unitOf(from.wh, to.wh)) * HOUR_MS) / (to.ts - from.ts)

/** Where the search for shown power stands after a reading. Plain data. */
export type ShownState = {
  /** The power that has to be beaten, W. */
  mostW: number
  /** The newest readings, as many as a spike or a dip may have. */
  last: CounterPoint[]
  /** Where the present stretch began; `stands`: not in a dip. */
  from: CounterPoint | null
  stands: boolean
  /** Stretches that ended so many readings ago that a spike may still show. */
  open: (Stretch & { left: number })[]
  /** What beat `mostW` within a day. */
  recent: { fromTs: number; powerW: number }[]
}

/** @param mostW W that has to be beaten three times. */
export const nothingShown = (mostW: number): ShownState => ({
  mostW,
  last: [],
  from: null,
  stands: true,
  open: [],
  recent: [],
})

/** Three of a day: the third highest is what is shown. */
const noteStretch = (state: ShownState, { fromTs, to, powerW }: Stretch): ShownState => {
  if (powerW <= state.mostW) return state
  const recent = state.recent.filter((one) => one.powerW > state.mostW && to.ts - one.fromTs <= DAY_MS)
  recent.push({ fromTs, powerW })
  if (recent.length < STRETCHES) return { ...state, recent }
  const powers = recent.map((one) => one.powerW).sort((a, b) => b - a)
  return { ...state, recent, mostW: powers[STRETCHES - 1] ?? state.mostW }
}

const readPoint = (before: ShownState, point: CounterPoint): ShownState => {
  const previous = before.last.at(-1)
  // Where another counter begins nothing is shown by the difference.
  if (previous !== undefined && previous.of !== point.of) return readPoint(nothingShown(before.mostW), point)
  let state = before
  const open: ShownState['open'] = []
  for (const one of state.open) {
    // It ended in a spike.
    if (point.wh < one.to.wh) continue
    if (one.left === 1) state = noteStretch(state, one)
    else open.push({ ...one, left: one.left - 1 })
  }
  const stands = state.last.every(({ wh }) => wh <= point.wh)
  const last = [...state.last, point].slice(-SPIKE_READINGS)
  const { from } = state
  const ms = from === null ? Infinity : point.ts - from.ts
  if (from === null || previous === undefined || point.wh < previous.wh || ms > MOST_MS)
    return { ...state, open, last, from: point, stands }
  if (ms < LEAST_MS) return { ...state, open, last }
  const powerW = powerBetween(from, point)
  if (state.stands && powerW > state.mostW)
    open.push({ fromTs: from.ts, to: point, powerW, left: SPIKE_READINGS })
  return { ...state, open, last, from: point, stands }
}

/** The search goes on with readings that are all later. */
export const shownFrom = (state: ShownState, readings: Iterable<CounterReading>): ShownState =>
  sortReadings(readings).points.reduce(readPoint, state)

/** The highest power that the counter has shown three times within a day, W; null when it shows none. */
export const shownPowerW = (readings: Iterable<CounterReading>): number | null => {
  const { mostW } = shownFrom(nothingShown(0), readings)
  return mostW > 0 ? mostW : null
}

/** Each time it is raised all energy is computed anew, so it is raised by a tenth at least. No source: chosen. */
const RAISED_BY = 1.1

/** W beyond which what a counter shows is news: more than the rating allows, and than it has shown; null = none is. */
export const newsFromW = ({ ratedW, shownW }: CounterLimits): number | null =>
  ratedW !== null && ratedW > 0 ? Math.max(ratedW * RATED_TOLERANCE, (shownW ?? 0) * RAISED_BY) : null

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
