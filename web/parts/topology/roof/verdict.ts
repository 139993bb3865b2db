/** What can be said of a roof in one sentence: who is low among its neighbours, or why nobody can tell. */
import type { HeatCell } from '#domain/telemetry/heat.ts'
import { medianOf } from '../layout/scale.ts'

export type RoofUnit = 'module' | 'string' | 'inverter'

/** One thing on the roof. `share`: by what its value is divided, so that large ones are no strong ones. */
export type RoofCell = { id: string; group: string; cell: HeatCell | undefined; share: number }

export type Verdict =
  /** `share`: of what its neighbours give, of the lowest. */
  | { says: 'low'; count: number; id: string; share: number }
  | { says: 'off' | 'silent'; count: number; id: string }
  | { says: 'alike' | 'mixed' | 'dim' | 'night' | 'allOff' | 'allSilent' | 'unmeasured' | 'empty' }

/**
 * From which share of its neighbours on one is low: of modules as the rule of low optimizers is set at first; a string
 * or an inverter is many modules, and differs less by itself. No source for the latter: chosen.
 */
const lowBelow: Record<RoofUnit, number> = { module: 0.7, string: 0.85, inverter: 0.85 }
/** Fewer of a group are compared with all. */
const GROUP_LEAST = 4
/** Fewer others are no jury. */
const OTHERS = 2
/** Strings and inverters may look into another sky: most others have to lie this close together. */
const AGREE = 0.15
const AGREEING = 0.75

const valueOf = ({ cell, share }: RoofCell): number | null =>
  cell === undefined || cell.value === null || (cell.state !== 'value' && cell.state !== 'zero')
    ? null
    : cell.value / share

const groupsOf = (cells: readonly RoofCell[]): Map<string, RoofCell[]> => {
  const groups = new Map<string, RoofCell[]>()
  for (const one of cells) {
    const own = groups.get(one.group)
    if (own) own.push(one)
    else groups.set(one.group, [one])
  }
  return groups
}

const agree = (values: readonly number[], middle: number): boolean =>
  values.filter((value) => Math.abs(value - middle) <= AGREE * middle).length >= AGREEING * values.length

/** `least`: what neighbours have to give for a comparison to say anything. */
export const verdictOf = (
  cells: readonly RoofCell[],
  unit: RoofUnit,
  { least, dark }: { least: number; dark: boolean },
): Verdict => {
  const states = new Set(cells.map(({ cell }) => cell?.state ?? 'empty'))
  const only = (...some: string[]): boolean => [...states].every((state) => some.includes(state))
  if (only('empty')) return { says: 'empty' }
  if (only('shutdown', 'empty')) return { says: 'allOff' }
  if (dark && only('zero', 'asleep', 'stale', 'unmeasured', 'empty')) return { says: 'night' }
  if (only('asleep', 'stale', 'never', 'empty')) return { says: 'allSilent' }
  if (only('unmeasured', 'empty')) return { says: 'unmeasured' }
  const known = cells.filter((one) => valueOf(one) !== null)
  const groups = groupsOf(known)
  let compared = 0
  let [mixed, tooDim] = [false, false]
  let count = 0
  let worst: { id: string; share: number } | null = null
  for (const group of groups.values()) {
    const values = (group.length >= GROUP_LEAST ? group : known).flatMap((one) => valueOf(one) ?? [])
    const middle = medianOf(values)
    if (middle === null || values.length < OTHERS + 1) continue
    if (middle < least) {
      tooDim = true
      continue
    }
    if (unit !== 'module' && !agree(values, middle)) {
      mixed = true
      continue
    }
    compared += group.length
    for (const one of group) {
      const share = (valueOf(one) ?? 0) / middle
      if (share >= lowBelow[unit]) continue
      count += 1
      if (worst === null || share < worst.share) worst = { id: one.id, share }
    }
  }
  if (worst) return { says: 'low', count, ...worst }
  const first = (...some: string[]) => cells.filter(({ cell }) => cell && some.includes(cell.state))
  const [off, silent] = [first('shutdown'), first('stale', 'never')]
  if (off[0]) return { says: 'off', count: off.length, id: off[0].id }
  if (silent[0]) return { says: 'silent', count: silent.length, id: silent[0].id }
  // Of what was not compared nobody can say that it is like the rest.
  if (mixed) return { says: 'mixed' }
  return { says: compared > 0 && !tooDim ? 'alike' : dark ? 'night' : 'dim' }
}
