import { gridMeter } from '#domain/devices/meter-roles.ts'
import { used } from '#domain/telemetry/balance.ts'
import type { Db } from '../../platform/db/handle.ts'
import { standingOn, type Standing } from './balance-store.ts'
import { type PowerColumns, sumPowers } from './power-curve.ts'
import { flowByStep } from './reading-store.ts'

type Line = (number | null)[]
/** W by the steps of a day; null = nothing measures it. Grid: positive = drawn; battery: positive = discharging. */
export type BalanceLines = { gridW: Line | null; batteryW: Line | null; houseW: Line | null }

const part = (watts: number | null, sign: 1 | -1): number | null =>
  watts === null ? null : Math.max(0, sign * watts)

/**
 * What flowed at a station besides what its inverters gave, on the steps of their curve: means of a step, so that they
 * are of the same time. What was used is known where every inverter, the meter and every battery is.
 */
export const readBalanceLines = async (
  db: Db,
  stationId: string,
  generation: PowerColumns,
  { stepMs, now, inverters }: { stepMs: number; now: number; inverters: number },
): Promise<BalanceLines | null> => {
  const { from, to } = generation
  const standing = await standingOn(db, stationId, from)
  const meter = gridMeter(standing.filter(({ kind }) => kind === 'meter'))
  const grid = meter === null || meter === 'several' ? [] : [meter]
  const batteries = standing.filter(({ kind }) => kind === 'battery')
  if (grid.length === 0 && batteries.length === 0) return null
  const cells = await flowByStep(
    db,
    [...grid, ...batteries].map(({ no }) => no),
    from,
    to,
    stepMs,
  )
  const lineOf = (some: readonly Standing[]): Line | null => {
    if (some.length === 0) return null
    const all = some.map(({ no }) => ({ no, ratedW: null }))
    const { powerW, coverage } = sumPowers(all, cells, { from, to, stepMs, now })
    return powerW.map((watts, step) => ((coverage[step] ?? 0) < 1 ? null : watts))
  }
  const [gridW, batteryW] = [lineOf(grid), lineOf(batteries)]
  const houseW =
    gridW &&
    gridW.map((watts, step) => {
      const stored = batteryW === null ? 0 : (batteryW[step] ?? null)
      const whole = inverters === 0 || (generation.coverage[step] ?? 0) >= 1
      return used({
        pv: !whole ? null : inverters === 0 ? 0 : (generation.powerW[step] ?? null),
        imported: part(watts, 1),
        exported: part(watts, -1),
        discharged: part(stored, 1),
        charged: part(stored, -1),
      })
    })
  return { gridW, batteryW, houseW }
}
