/**
 * Lifetime counters: the integral of power over a fixed grid of instants, so that a counter is the same whatever the
 * moments it is read at. Between two grid points power is taken to run straight (trapezoid).
 */

/** Where counting starts: Wh of each device at `ts`. Devices without an entry start at 0. */
export interface Checkpoint {
  readonly ts: number
  readonly wh: Readonly<Record<string, number>>
}

export interface EnergyCounters {
  /** Wh of all devices at `ts`, in the order of `serials`. Fast when `ts` does not fall from call to call. */
  at(ts: number): Float64Array
  checkpoint(ts: number): Checkpoint
}

const HOUR_MS = 3_600_000

export function energyCounters(
  serials: readonly string[],
  /** Power of all devices at an instant, W; negative counts as nothing. */
  powers: (ts: number) => Float64Array,
  start: Checkpoint,
  gridMs: number,
): EnergyCounters {
  const size = serials.length
  const initial = Float64Array.from(serials, (sn) => start.wh[sn] ?? 0)
  const nextGrid = (ts: number): number => (Math.floor(ts / gridMs) + 1) * gridMs
  let cellStart = start.ts
  let cellEnd = nextGrid(start.ts)
  let total = Float64Array.from(initial)
  let low = positive(powers(cellStart))
  let high = positive(powers(cellEnd))

  const restart = (): void => {
    cellStart = start.ts
    cellEnd = nextGrid(start.ts)
    total = Float64Array.from(initial)
    low = positive(powers(cellStart))
    high = positive(powers(cellEnd))
  }
  /** One cell further; false when `ts` lies in the present one. */
  const advance = (ts: number): boolean => {
    if (ts < cellEnd) return false
    const hours = (cellEnd - cellStart) / HOUR_MS
    for (let i = 0; i < size; i++) total[i] = (total[i] ?? 0) + (((low[i] ?? 0) + (high[i] ?? 0)) / 2) * hours
    cellStart = cellEnd
    cellEnd = nextGrid(cellStart)
    low = high
    high = positive(powers(cellEnd))
    return true
  }
  const at = (ts: number): Float64Array => {
    if (ts < start.ts) throw new RangeError(`counters start at ${start.ts}`)
    if (ts < cellStart) restart()
    let behind = true
    while (behind) behind = advance(ts)
    const part = (ts - cellStart) / (cellEnd - cellStart)
    const hours = (ts - cellStart) / HOUR_MS
    return Float64Array.from(total, (wh, i) => {
      const from = low[i] ?? 0
      return wh + (from + (((high[i] ?? 0) - from) * part) / 2) * hours
    })
  }
  return {
    at,
    checkpoint: (ts) => {
      const values = at(ts)
      return { ts, wh: Object.fromEntries(serials.map((sn, i) => [sn, values[i] ?? 0])) }
    },
  }
}

function positive(watts: Float64Array): Float64Array {
  return watts.map((w) => (w > 0 ? w : 0))
}
