import type { CounterPoint, CounterReading } from './counter-rules.ts'

export type AsideReason =
  /** Negative, not finite or no exact integer. */
  | 'invalid'
  /** 0: SunSpec's "not accumulated"; also what a counter shows that has just been reset. */
  | 'zero'
  /** A second, higher value for an instant that already has one. */
  | 'conflict'
  /** Lower by no more than rounding; the counter is held at its higher value. */
  | 'noise'
  /** Lower than before, and back soon after. */
  | 'dip'
  /** Higher than rated power allows, and back soon after. */
  | 'jump'
  /** The newest readings: they do not follow the counter, and too few came after to tell why. */
  | 'unconfirmed'

export type SetAside = { ts: number; eTotWh: number; reason: AsideReason }

export type SortedReadings = {
  /** Sorted, one an instant, above 0. */
  points: CounterPoint[]
  /** Instants at which the counter stood at 0 and said nothing else, sorted. */
  zeros: number[]
  setAside: SetAside[]
}

const usable = (wh: number): boolean => wh >= 0 && wh <= Number.MAX_SAFE_INTEGER

/**
 * Brings readings of one device into the one form that does not depend on their order or repetition. Fractions of a
 * Wh are cut off. Of several values at one instant the lowest above 0 stands: the cautious one.
 */
export const sortReadings = (readings: Iterable<CounterReading>): SortedReadings => {
  const sorted = [...readings]
    .flatMap(({ ts, eTotWh, of }) =>
      eTotWh === null || Number.isNaN(eTotWh) ? [] : [{ ts, eTotWh, ...(of && { of }) }],
    )
    .sort((a, b) => a.ts - b.ts || a.eTotWh - b.eTotWh)
  const points: CounterPoint[] = []
  const zeros: number[] = []
  const setAside: SetAside[] = []
  let before: { ts: number; eTotWh: number } | null = null
  for (const reading of sorted) {
    const { ts, eTotWh, of } = reading
    if (before !== null && before.ts === ts && before.eTotWh === eTotWh) continue
    before = reading
    if (!usable(eTotWh)) {
      setAside.push({ ts, eTotWh, reason: 'invalid' })
      continue
    }
    const wh = Math.floor(eTotWh)
    const last = points.at(-1)
    if (wh === 0) {
      // A counter of the day shows 0 through the night, and nothing is wrong about it.
      if (of !== 'e_day') setAside.push({ ts, eTotWh, reason: 'zero' })
      if (zeros.at(-1) !== ts) zeros.push(ts)
    } else if (last === undefined || last.ts !== ts) points.push({ ts, wh, ...(of && { of }) })
    else if (last.wh !== wh) setAside.push({ ts, eTotWh, reason: 'conflict' })
  }
  return { points, zeros, setAside }
}
