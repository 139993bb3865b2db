import type { HeatCell, PlanMetric } from '#domain/telemetry/heat.ts'
import type { Cell } from '../layout/plan.ts'
import { verdictOf, type RoofCell, type Verdict } from './verdict.ts'

/** What neighbours have to give a module for a comparison to say anything: W as the rule of low optimizers takes it, an hour of that in Wh, V. */
const LEAST = { power: 30, energy: 30, voltage: 10 } as const

/** Modules as they are compared: with those of their string on the same area. */
export const unitsOf = (
  cells: readonly Cell[],
  heat: ReadonlyMap<string, HeatCell>,
  shares: ReadonlyMap<string, number>,
): RoofCell[] =>
  cells.map(({ place }) => ({
    id: place.id,
    group: `${place.stringId} ${place.areaId}`,
    cell: heat.get(place.id),
    share: shares.get(place.id) ?? 1,
  }))

export const verdictOfModules = (
  units: readonly RoofCell[],
  metric: keyof typeof LEAST,
  dark: boolean,
): Verdict => verdictOf(units, 'module', { least: LEAST[metric], dark })

/** The module that is lowest among its neighbours; null where none is low, or nothing can be compared. */
export const lowestOf = (units: readonly RoofCell[], metric: PlanMetric, dark: boolean): string | null => {
  const verdict = metric === 'temperature' ? null : verdictOfModules(units, metric, dark)
  return verdict?.says === 'low' ? verdict.id : null
}
