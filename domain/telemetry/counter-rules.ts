/**
 * What a lifetime energy counter can and cannot do. Everything here looks at two readings at most.
 * Energies are whole Wh, instants epoch milliseconds.
 */

/** A counter value at an instant; `wh` is a whole number above 0. */
export type CounterPoint = { ts: number; wh: number }
/** A reading as stored: any order, any repetition; null = the device did not say. */
export type CounterReading = { ts: number; eTotWh: number | null }
/** Rated power of the device; null = unknown. */
export type CounterLimits = { ratedW: number | null }

/** A counter that fell, or rose beyond rated power, is believed when this many readings in a row agree. */
export const CONFIRM_READINGS = 3
/** A fall of at most this many Wh is the counter's own rounding, not a new count. */
export const NOISE_WH = 2
/** The coarsest step in which common counters advance, 1 kWh: one such step is possible within any time. */
export const COUNTER_STEP_WH = 1000
/** Inverters exceed their rated power for a while, clocks jitter. */
export const RATED_TOLERANCE = 1.25
/** Stands in for an unknown rated power: the largest single inverters on the market. */
export const MAX_DEVICE_W = 5_000_000
/** A counter that started again from 0 is believed up to its next value only when that value came within this time. */
export const RESTART_WINDOW_MS = 3_600_000

const HOUR_MS = 3_600_000
/** Counters of 16 and 32 bits, counting in 1, 10, 100 or 1000 Wh. */
const wraps = [16, 32]
  .flatMap((bits) => [1, 10, 100, 1000].map((unit) => ({ unit, atWh: 2 ** bits * unit })))
  .sort((a, b) => a.atWh - b.atWh)

const ratedWh = ({ ratedW }: CounterLimits, ms: number): number =>
  ((ratedW !== null && ratedW > 0 ? ratedW : MAX_DEVICE_W) * RATED_TOLERANCE * ms) / HOUR_MS

/** The most a counter may have grown in a time, Wh. */
export const growthLimitWh = (limits: CounterLimits, ms: number): number =>
  ratedWh(limits, ms) + COUNTER_STEP_WH

/** How a reading follows an earlier one: it grew plausibly, it fell by rounding, or it does not follow. */
export const follows = (
  last: CounterPoint,
  next: CounterPoint,
  limits: CounterLimits,
): 'step' | 'noise' | null => {
  const growth = next.wh - last.wh
  if (growth < 0) return growth >= -NOISE_WH ? 'noise' : null
  return growth <= growthLimitWh(limits, next.ts - last.ts) ? 'step' : null
}

/**
 * Growth across a counter that ran over, or null when that is not what happened. It is believed when both values
 * are multiples of the counter's unit, and the way up to the limit and on from 0 is possible at rated power and at
 * most an eighth of the counter's range (so that a reset in a long silence is not taken for a run-over).
 */
export const wrapGrowthWh = (
  last: CounterPoint,
  next: CounterPoint,
  limits: CounterLimits,
): number | null => {
  for (const { unit, atWh } of wraps) {
    if (atWh <= last.wh || last.wh % unit !== 0 || next.wh % unit !== 0) continue
    const growth = atWh - last.wh + next.wh
    if (growth <= atWh / 8 && growth <= growthLimitWh(limits, next.ts - last.ts)) return growth
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
