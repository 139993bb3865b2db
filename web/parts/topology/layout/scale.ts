/** From what a place gives to how its module looks. Values are compared per module of the usual size. */
import type { HeatCell, HeatState, PlanMetric } from '#domain/telemetry/heat.ts'
import type { Cell } from './plan.ts'

/** W, Wh, V or °C a module, from the first colour to the last. */
export type Scale = { least: number; most: number }
export const TONES = 8

/** How a module is drawn: one of the colours, or a pattern that says why there is none. */
export type Look = number | Exclude<HeatState, 'value'>

const medianOf = (values: readonly number[]): number | null => {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
export { medianOf }

/** Power and energy begin at nothing; they are of modules as large as theirs. */
const fromZero = (metric: PlanMetric): metric is 'power' | 'energy' =>
  metric === 'power' || metric === 'energy'

/**
 * By what the value of each place is divided: its modules, or their power against the usual module of the station, so
 * that large modules are no strong ones. Temperatures are nobody's sum.
 */
export const sharesOf = (cells: readonly Cell[], metric: PlanMetric): Map<string, number> => {
  const usual = medianOf(
    cells.flatMap(({ place, modules }) => (place.moduleW === null ? [] : place.moduleW / modules)),
  )
  return new Map(
    cells.map(({ place, modules }) => [
      place.id,
      metric === 'temperature'
        ? 1
        : fromZero(metric) && place.moduleW !== null && usual !== null
          ? place.moduleW / usual
          : modules,
    ]),
  )
}

export const perModule = (cell: HeatCell | undefined, share: number | undefined): number | null =>
  cell === undefined || cell.value === null || (cell.state !== 'value' && cell.state !== 'zero')
    ? null
    : cell.value / (share ?? 1)

const round = [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10]
/** The next round number, so that a scale does not move with each reading. */
export const roundUp = (value: number): number => {
  if (!(value > 0)) return 1
  const size = 10 ** Math.floor(Math.log10(value))
  return Number(((round.find((one) => one * size >= value - 1e-9) ?? 10) * size).toPrecision(6))
}

/** Below this a whole scale would tell noise apart: W, Wh, V and K. */
const narrowest: Record<PlanMetric, number> = { power: 20, energy: 100, voltage: 10, temperature: 5 }
/** What is offered to be held fast, until a person says otherwise. */
export const fixedAtFirst: Record<PlanMetric, Scale> = {
  power: { least: 0, most: 500 },
  energy: { least: 0, most: 3_000 },
  voltage: { least: 0, most: 60 },
  temperature: { least: 0, most: 80 },
}

/** A scale that holds all these values: power and energy from 0, the others from where they begin. */
export const scaleOf = (values: Iterable<number>, metric: PlanMetric): Scale => {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (high === -Infinity) return fixedAtFirst[metric]
  if (fromZero(metric)) return { least: 0, most: roundUp(Math.max(high, narrowest[metric])) }
  const step = narrowest[metric] / 2
  const least = Math.floor(low / step) * step
  return { least, most: Math.max(least + narrowest[metric], Math.ceil(high / step) * step) }
}

/** 0 for the first colour to 7 for the last; beyond the ends, the ends. */
export const toneOf = (value: number, { least, most }: Scale): number => {
  const part = most > least ? (value - least) / (most - least) : 0
  return Math.min(TONES - 1, Math.max(0, Math.floor(part * TONES)))
}

export const lookOf = (cell: HeatCell | undefined, share: number | undefined, scale: Scale): Look => {
  if (cell === undefined) return 'empty'
  if (cell.state !== 'value') return cell.state
  const value = perModule(cell, share)
  return value === null ? 'unmeasured' : toneOf(value, scale)
}

/** How far a module is from the median of its string, as a share of it; null where there are no others to compare. */
export const deviationOf = (
  own: Cell,
  cells: readonly Cell[],
  heat: ReadonlyMap<string, HeatCell>,
  shares: ReadonlyMap<string, number>,
): number | null => {
  if (own.place.stringId === null) return null
  const valueOf = ({ place }: Cell): number | null => perModule(heat.get(place.id), shares.get(place.id))
  const mine = valueOf(own)
  const others = cells.flatMap((one) =>
    one.place.stringId === own.place.stringId && one !== own ? (valueOf(one) ?? []) : [],
  )
  const middle = medianOf(others)
  return mine === null || middle === null || middle === 0 || others.length < 2 ? null : mine / middle - 1
}
