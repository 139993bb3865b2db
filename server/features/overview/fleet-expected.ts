import { setImmediate } from 'node:timers/promises'
import type { RoofArea } from '#domain/stations/faces.ts'
import { modulesOf } from '../stations/station-light.ts'
import type { StationRow } from '../stations/station-store.ts'
import { expectedCurve } from '../telemetry/telemetry-routes.ts'

type Held = { from: number; values: readonly number[] }

/** The estimate of a station stays the same: kept by what it is computed from, until the next day of UTC. */
export type ClearSkyMemory = { utcDay: number; curves: Map<string, Held> }

/** Other requests get their turn after so many: the day of 50 stations in steps of a quarter of an hour. */
const STEPS_A_TURN = 50 * 96
const DAY_MS = 86_400_000

/** What is held of the steps `ts`; undefined: it has to be computed. */
const heldOf = (held: Held | undefined, ts: readonly number[], stepMs: number): (number | undefined)[] => {
  const [first = 0] = ts
  const shift = held === undefined ? Number.NaN : (first - held.from) / stepMs
  return Number.isInteger(shift) ? ts.map((_, step) => held?.values[step + shift]) : ts.map(() => undefined)
}

/**
 * Clear-sky estimate of a few stations together by step, W; null when there are none. A window that has moved on costs the
 * steps that it did not have before. `limitOf`: W that a station's inverters can give, null when that is not known;
 * `roofOf`: its roof areas.
 */
export const fleetExpected = async (
  memory: ClearSkyMemory,
  rows: readonly StationRow[],
  { ts, stepMs }: { ts: readonly number[]; stepMs: number },
  limitOf: (stationId: string) => number | null,
  roofOf: (stationId: string) => RoofArea[] | null,
  now: number,
): Promise<number[] | null> => {
  if (rows.length === 0) return null
  const utcDay = Math.floor(now / DAY_MS)
  if (memory.utcDay !== utcDay) Object.assign(memory, { utcDay, curves: new Map() })
  const sum = ts.map(() => 0)
  let computed = 0
  for (const row of rows) {
    const limitW = limitOf(row.id)
    const roof = roofOf(row.id)
    const key = `${row.id} ${row.version} ${limitW} ${stepMs} ${roof === null ? '' : JSON.stringify(roof)}`
    const known = heldOf(memory.curves.get(key), ts, stepMs)
    const missing = ts.filter((_, step) => known[step] === undefined)
    const found =
      missing.length === 0 ? [] : expectedCurve(modulesOf(row, roof, limitW), { ts: missing, stepMs })
    let next = 0
    const values = known.map((one) => one ?? found[next++] ?? 0)
    if (missing.length > 0) memory.curves.set(key, { from: ts[0] ?? 0, values })
    for (const [step, value] of values.entries()) sum[step] = (sum[step] ?? 0) + value
    if (Math.floor((computed + missing.length) / STEPS_A_TURN) > Math.floor(computed / STEPS_A_TURN))
      await setImmediate()
    computed += missing.length
  }
  return sum
}
