/**
 * What a lifetime energy counter can and cannot do. Everything here looks at two readings at most.
 * Energies are whole Wh, instants epoch milliseconds.
 */
import type { MadeCounter } from './counters.ts'

/** A counter value at an instant; `wh` is a whole number above 0. `of`: of which counter; absent = of its lifetime. */
export type CounterPoint = { ts: number; wh: number; of?: MadeCounter }
/** A reading as stored: any order, any repetition; null = the device did not say. */
export type CounterReading = { ts: number; eTotWh: number | null; of?: MadeCounter }
export type CounterLimits = {
  /** Rated power of the device as it was entered; null = unknown. */
  ratedW: number | null
  /** What its counter has shown by itself beyond that (`shownPowerW`); null = nothing. */
  shownW?: number | null
  /** What stands in for an unknown rated power; absent = `MAX_DEVICE_W`. */
  mostW?: number
}

/** A counter that fell, or rose beyond rated power, is believed when this many readings in a row agree. No source: chosen. */
export const CONFIRM_READINGS = 3
/** A fall of at most this many Wh is the counter's own rounding, not a new count. No source: chosen. */
export const NOISE_WH = 2
/** As many readings at the end of what was accepted may turn out to have been a spike within the limit. */
export const SPIKE_READINGS = CONFIRM_READINGS - 1
/**
 * The steps in which counters advance, Wh; values that are all multiples of one show nothing finer. No source: the
 * powers of ten that registers scale by.
 */
const UNITS = [1000, 100, 10] as const
/**
 * Counters are brought up to date only every so often: that much may come on top of the time between two readings.
 * No source: chosen.
 */
const SLACK_MS = 15 * 60_000
/** Inverters exceed their rated power for a while, clocks jitter. No source: a quarter is chosen to be more than both. */
export const RATED_TOLERANCE = 1.25
/**
 * Where the counter has refuted the rating, what it shows at its best may be exceeded by this: it may have been cloudy.
 * No source: chosen.
 */
const SHOWN_TOLERANCE = 3
/** Stands in for an unknown rated power, W. No source: about the largest single inverters. */
export const MAX_DEVICE_W = 5_000_000
/**
 * A counter that started again from 0 is believed up to its next value only when that value came within this time.
 * No source: chosen.
 */
export const RESTART_WINDOW_MS = 3_600_000

/**
 * Energy of a counter of the day that fell, when the last value known before is of an earlier day: it began at 0 on its
 * own day, which starts at `dayStartAt`, or at the last 0 that was seen of it. null = more than its power allows.
 */
export const sinceDayBegan = (
  dayStartAt: number,
  zeroTs: number | null,
  next: CounterPoint,
  limits: CounterLimits,
): { fromTs: number; wh: number } | null => {
  const fromTs = Math.max(dayStartAt, zeroTs ?? dayStartAt)
  const plausible = next.ts > fromTs && next.wh <= ratedWh(limits, next.ts - fromTs + SLACK_MS)
  return plausible ? { fromTs, wh: next.wh } : null
}

const HOUR_MS = 3_600_000
/** Counters of 16 and 32 bits, counting in 1, 10, 100 or 1000 Wh: the widths of registers. No source for the units. */
const wraps = [16, 32]
  .flatMap((bits) => [1, 10, 100, 1000].map((unit) => ({ unit, atWh: 2 ** bits * unit })))
  .sort((a, b) => a.atWh - b.atWh)

const limitW = ({ ratedW, shownW, mostW = MAX_DEVICE_W }: CounterLimits): number =>
  Math.max(
    Math.min(ratedW !== null && ratedW > 0 ? ratedW : mostW, MAX_DEVICE_W) * RATED_TOLERANCE,
    (shownW ?? 0) * SHOWN_TOLERANCE,
  )
const ratedWh = (limits: CounterLimits, ms: number): number => (limitW(limits) * ms) / HOUR_MS

/** The coarsest unit of which all these values are multiples. */
export const unitOf = (...values: readonly number[]): number =>
  UNITS.find((unit) => values.every((wh) => wh % unit === 0)) ?? 1

/** The most a counter may have grown between two readings, Wh. One step of a coarse counter is possible within any time. */
export const growthLimitWh = (limits: CounterLimits, last: CounterPoint, next: CounterPoint): number =>
  ratedWh(limits, next.ts - last.ts + SLACK_MS) + unitOf(last.wh, next.wh)

/** How a reading follows an earlier one: it grew plausibly, it fell by rounding, or it does not follow. */
export const follows = (
  last: CounterPoint,
  next: CounterPoint,
  limits: CounterLimits,
): 'step' | 'noise' | null => {
  if (last.of !== next.of) return null
  const growth = next.wh - last.wh
  if (growth < 0) return growth >= -NOISE_WH ? 'noise' : null
  return growth <= growthLimitWh(limits, last, next) ? 'step' : null
}

/**
 * Over a longer time a counter that ran over must have stood so close to its top, or it was exchanged: share of its
 * range. No source: chosen.
 */
const WRAP_MARGIN = 1 / 1000

/**
 * Growth across a counter that ran over, or null when that is not what happened. It is believed when both values are
 * multiples of the counter's unit, and the way up to the limit and on from 0 is
 *   - at most an eighth of the counter's range,
 *   - possible at rated power in the time between, and
 *   - more than an hour can bring only when it is a thousandth of the range at most: over a silence of days much would
 *     be possible, and a device that was exchanged in it would be taken for one that ran over.
 */
export const wrapGrowthWh = (
  last: CounterPoint,
  next: CounterPoint,
  limits: CounterLimits,
): number | null => {
  const ms = next.ts - last.ts
  for (const { unit, atWh } of wraps) {
    if (atWh <= last.wh || last.wh % unit !== 0 || next.wh % unit !== 0) continue
    const growth = atWh - last.wh + next.wh
    const soon = growth <= ratedWh(limits, Math.min(ms, HOUR_MS)) + unit || growth <= atWh * WRAP_MARGIN
    if (soon && growth <= atWh / 8 && growth <= ratedWh(limits, ms + SLACK_MS) + unit) return growth
  }
  return null
}

/**
 * Energy of a counter that started again from 0, up to its first value, and the instant it is counted from; null
 * when that is not sure enough, and the energy is lost. The rated power must be known and able to bring the counter
 * there in the time, which must be at most an hour, since the counter
 *   - was seen at 0 (`zeroTs`), or
 *   - was last seen with at least ten times that value (less of a fall may be an older count restored, whose energy
 *     is counted already).
 * So a wrong guess, a replaced meter that brought a small count along, costs at most that one interval.
 */
export const restartGrowth = (
  last: CounterPoint | null,
  zeroTs: number | null,
  next: CounterPoint,
  limits: CounterLimits,
): { fromTs: number; wh: number } | null => {
  const fell = last !== null && last.wh >= 10 * next.wh
  const fromTs = zeroTs ?? (fell ? last.ts : null)
  if (fromTs === null || limits.ratedW === null || next.ts - fromTs > RESTART_WINDOW_MS) return null
  return next.wh <= ratedWh(limits, next.ts - fromTs) ? { fromTs, wh: next.wh } : null
}
