/** A past day of the array, step by step. */
import type { HeatCell, HeatMetric } from '#domain/telemetry/heat.ts'
import type { Answer } from '../../../app/data/call-types.ts'

export type HeatDay = Answer<'GET /api/stations/{stationId}/heat-day'>
type Column = HeatDay['places'][number]

export const stepCount = ({ from, to, stepMs }: Pick<HeatDay, 'from' | 'to' | 'stepMs'>): number =>
  Math.max(0, Math.round((to - from) / stepMs))

/** The step that holds an instant, held within the day's limits. */
export const stepAt = (day: HeatDay, at: number): number =>
  Math.min(Math.max(0, stepCount(day) - 1), Math.max(0, Math.floor((at - day.from) / day.stepMs)))
export const tsOfStep = (day: HeatDay, step: number): number => day.from + step * day.stepMs

const cellOf = ({ v, off }: Column, step: number, day: HeatDay, never: boolean): HeatCell => {
  const tenths = v[step] ?? null
  const value = tenths === null ? null : tenths / 10
  const ts = tsOfStep(day, step)
  if (off.some(([from, to]) => step >= from && step < to)) return { state: 'shutdown', value, ts }
  if (value !== null)
    return { state: value <= 0 && day.metric !== 'temperature' ? 'zero' : 'value', value, ts }
  if (never) return { state: 'never', value: null, ts: null }
  let last = step - 1
  while (last >= 0 && (v[last] ?? null) === null) last -= 1
  return { state: 'stale', value: null, ts: last < 0 ? null : tsOfStep(day, last) }
}

/**
 * What each place gave in one step. Before its first word of the day a place is silent, of unknown age; one that was
 * never heard at all is told apart by what is known of it now.
 */
export const cellsAt = (day: HeatDay, step: number, neverHeard: ReadonlySet<string>): Map<string, HeatCell> =>
  new Map(
    day.places.map((column) => [column.placeId, cellOf(column, step, day, neverHeard.has(column.placeId))]),
  )

/** Every value of a day a module, so that one scale holds for all of it. */
export function* valuesOf(day: HeatDay, shares: ReadonlyMap<string, number>): Generator<number> {
  for (const { placeId, v } of day.places) {
    const share = shares.get(placeId)
    if (share !== undefined) for (const tenths of v) if (tenths !== null) yield tenths / 10 / share
  }
}

/** Whether anything was heard on the day at all. */
export const hasReadings = (day: HeatDay): boolean =>
  day.places.some(({ v }) => v.some((one) => one !== null))

/** Milliseconds on screen for a step: a day plays in about half a minute, or a quarter of that. */
export const stepPaceMs = (steps: number, fast: boolean): number =>
  Math.min(400, Math.max(40, (fast ? 8_000 : 30_000) / Math.max(1, steps)))

export type Moment = { cells: ReadonlyMap<string, HeatCell>; metric: HeatMetric; at: number }
