import type { CounterReading } from './counter-rules.ts'

/**
 * How much of what a counter counted over `readings` it counted within [from, to), 0 to 1. Between two readings it is
 * taken to have counted evenly; where it fell it counted nothing. Null when it counted nothing at all.
 */
export const shareCounted = (
  readings: readonly CounterReading[],
  from: number,
  to: number,
): number | null => {
  let [inside, all] = [0, 0]
  let last: { ts: number; wh: number } | null = null
  for (const { ts, eTotWh } of readings) {
    if (eTotWh === null) continue
    if (last !== null && ts > last.ts) {
      const counted = Math.max(0, eTotWh - last.wh)
      const overlap = Math.max(0, Math.min(to, ts) - Math.max(from, last.ts))
      all += counted
      inside += (counted * overlap) / (ts - last.ts)
    }
    last = { ts, wh: eTotWh }
  }
  return all > 0 ? inside / all : null
}

/**
 * The share of a time [first, last] that lies in [from, to), 0 to 1: all or nothing of a moment without length.
 */
export const shareOfTime = (first: number, last: number, from: number, to: number): number =>
  last > first
    ? Math.max(0, Math.min(to, last) - Math.max(from, first)) / (last - first)
    : Number(first >= from && first < to)
