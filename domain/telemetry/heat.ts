import type { DeviceState } from '../devices/fields.ts'

/** What the places of an array give at one instant, or along one day. No schema here: screens use it too. */

export const heatMetrics = ['power', 'voltage', 'temperature'] as const
export type HeatMetric = (typeof heatMetrics)[number]
/** What a plan can show of its places now: beside what is measured the energy of the day, Wh. */
export const planMetrics = ['power', 'energy', 'voltage', 'temperature'] as const
export type PlanMetric = (typeof planMetrics)[number]

/**
 * `value` and `zero`: measured. `stale`: silent for longer than the tolerance. `shutdown`: heard, switched off.
 * `unmeasured`: heard, without this metric. `asleep`: silent as its light has gone, so that this metric is not
 * measured. `never`: a device that was never heard. `empty`: no device hangs there.
 */
export const heatStates = [
  'value',
  'zero',
  'asleep',
  'stale',
  'shutdown',
  'unmeasured',
  'never',
  'empty',
] as const
export type HeatState = (typeof heatStates)[number]

/** Places that one answer tells; of a larger station it says that it is cut. No source: chosen. */
export const PLACES_MAX = 3_000

/** W, V or °C; null unless the state is `value`, `zero` or `shutdown`. `ts`: when it was measured, or last heard. */
export type HeatCell = { state: HeatState; value: number | null; ts: number | null }

/** A reading counts for this long before and after its own instant. No source: chosen. */
export const TOLERANCE_INTERVALS = 2
/** `reportMin`: the station's reporting time, minutes. */
export const heatToleranceMs = (reportMin: number): number => TOLERANCE_INTERVALS * reportMin * 60_000

export type HeatReading = {
  ts: number
  state: DeviceState | null
  closed: boolean | null
  /** null = not measured, or not to be believed. */
  value: number | null
}

/** Nothing is below it: at 0 W and 0 V nothing is given. 0 °C is a temperature like any other. */
const hasZero = (metric: HeatMetric): boolean => metric !== 'temperature'

/** A place with a reading that counts. */
export const heardCell = (metric: HeatMetric, { ts, state, closed, value }: HeatReading): HeatCell => {
  if (state === 'shutdown' || closed === false) return { state: 'shutdown', value, ts }
  if (value === null) return { state: 'unmeasured', value, ts }
  return { state: value <= 0 && hasZero(metric) ? 'zero' : 'value', value, ts }
}

/** A place whose device is silent: `asleep` with the sun gives 0 W, which is known; nothing else is measured of it. */
export const silentCell = (metric: HeatMetric, lastTs: number | null, asleep: boolean): HeatCell => {
  if (lastTs === null) return { state: 'never', value: null, ts: null }
  if (asleep && metric === 'power') return { state: 'zero', value: 0, ts: lastTs }
  if (asleep) return { state: 'asleep', value: null, ts: lastTs }
  return { state: 'stale', value: null, ts: lastTs }
}

/** A place by the energy of a day, Wh; null = not known. What its device says now is of no account to that. */
export const energyCell = (wh: number | null, now: HeatCell): HeatCell => {
  if (wh === null)
    return {
      state: now.state === 'empty' || now.state === 'never' ? now.state : 'unmeasured',
      value: null,
      ts: null,
    }
  return { state: wh > 0 ? 'value' : 'zero', value: Math.max(0, wh), ts: null }
}

export const emptyCell: HeatCell = { state: 'empty', value: null, ts: null }

/** A device in a place; `since` null = from its first reading on, `until` null = it hangs there now. */
export type HeatStay = { placeId: string; deviceNo: number; since: number | null; until: number | null }
/** What a device gave in one step of a day: the mean, and whether it was shut down all through it. */
export type HeatStep = { deviceNo: number; step: number; value: number | null; off: boolean }
/** Epoch ms; `to` is the end of the last step. */
export type HeatFrame = { from: number; to: number; stepMs: number; toleranceMs: number }
/** `v`: one number a step in tenths of the unit, null = nothing heard. `off`: steps [from, to) that were shut down. */
export type HeatColumn = { placeId: string; v: (number | null)[]; off: [number, number][] }

/** Runs of true, as [from, to). */
const runsOf = (flags: readonly boolean[]): [number, number][] => {
  const runs: [number, number][] = []
  for (const [step, on] of flags.entries()) {
    if (!on) continue
    const last = runs.at(-1)
    if (last?.[1] === step) last[1] = step + 1
    else runs.push([step, step + 1])
  }
  return runs
}

/**
 * Puts the steps of devices into the places they hung in at the time, so that a place goes on across a replacement. A
 * step without a reading keeps the one before it for as long as the tolerance lasts.
 */
export const heatColumns = (
  stays: readonly HeatStay[],
  steps: readonly HeatStep[],
  { from, to, stepMs, toleranceMs }: HeatFrame,
): HeatColumn[] => {
  const count = Math.max(0, Math.ceil((to - from) / stepMs))
  const hold = Math.floor(toleranceMs / stepMs)
  const byDevice = new Map<number, Map<number, HeatStep>>()
  for (const one of steps) {
    const own = byDevice.get(one.deviceNo) ?? new Map<number, HeatStep>()
    own.set(one.step, one)
    byDevice.set(one.deviceNo, own)
  }
  const places = new Map<string, { v: (number | null)[]; off: boolean[] }>()
  for (const { placeId, deviceNo, since, until } of stays) {
    const place = places.get(placeId) ?? { v: Array(count).fill(null), off: Array(count).fill(false) }
    places.set(placeId, place)
    const own = byDevice.get(deviceNo)
    if (!own) continue
    const first = since === null ? 0 : Math.max(0, Math.floor((since - from) / stepMs))
    const end = until === null ? count : Math.min(count, Math.ceil((until - from) / stepMs))
    let [held, age] = [undefined as HeatStep | undefined, 0]
    for (let step = first; step < end; step += 1) {
      const heard = own.get(step)
      age = heard ? 0 : age + 1
      held = heard ?? (age <= hold ? held : undefined)
      if (!held) continue
      place.v[step] = held.value === null ? null : Math.round(held.value * 10)
      place.off[step] = held.off
    }
  }
  return [...places].map(([placeId, { v, off }]) => ({ placeId, v, off: runsOf(off) }))
}
