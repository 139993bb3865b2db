import type { Db } from '../../platform/db/handle.ts'
import { powerByStep } from './reading-store.ts'

/** `reportMin`: how often it reports; null = once a step. */
export type CurveInverter = { no: number; ratedW: number | null; reportMin?: number }
export type PowerColumns = {
  from: number
  to: number
  stepMs: number
  ts: number[]
  powerW: (number | null)[]
  coverage: number[]
}
type Steps = Map<number, number>
type Frame = { from: number; to: number; stepMs: number; now: number }

/** Steps that may stay empty between two reports: those between its own reports, and one for a clock that jitters. */
const patience = (reportMin: number | undefined, stepMs: number): number =>
  reportMin === undefined ? 1 : Math.max(1, Math.ceil((reportMin * 60_000) / stepMs))

/** A device's steps, with a straight line over empty ones that are no silence. */
const bridged = (steps: Steps, empty: number): Steps => {
  const filled = new Map(steps)
  const known = [...steps].sort(([a], [b]) => a - b)
  for (const [index, [step, powerW]] of known.entries()) {
    const next = known[index + 1]
    if (next === undefined || next[0] - step - 1 > empty) continue
    for (let at = step + 1; at < next[0]; at += 1)
      filled.set(at, powerW + ((next[1] - powerW) * (at - step)) / (next[0] - step))
  }
  return filled
}

/** Up to the step that is running, devices whose next report is still to come keep their last value. */
const holdToTheEdge = (devices: readonly { steps: Steps; empty: number }[], newest: number): void => {
  const reported = Math.max(-1, ...devices.flatMap(({ steps }) => [...steps.keys()]))
  for (const { steps, empty } of devices) {
    const last = Math.max(-1, ...steps.keys())
    const powerW = steps.get(last)
    if (powerW === undefined || newest - last > empty) continue
    for (let at = last + 1; at <= Math.min(newest, reported); at += 1) steps.set(at, powerW)
  }
}

/** Puts the powers of many devices on the steps from `from` to `to`; a step that none was heard in is null. */
export const sumPowers = (
  inverters: readonly CurveInverter[],
  cells: readonly { deviceNo: number; step: number; powerW: number }[],
  { from, to, stepMs, now }: Frame,
): PowerColumns => {
  const raw = new Map<number, Steps>(inverters.map(({ no }) => [no, new Map()]))
  for (const { deviceNo, step, powerW } of cells) raw.get(deviceNo)?.set(step, powerW)
  const devices = inverters.map(({ no, reportMin }) => {
    const empty = patience(reportMin, stepMs)
    return { steps: bridged(raw.get(no) ?? new Map(), empty), empty }
  })
  if (now >= from && now < to) holdToTheEdge(devices, Math.floor((now - from) / stepMs))

  // Where a rated power is unknown all devices weigh the same.
  const even = inverters.some(({ ratedW }) => ratedW === null || ratedW <= 0)
  const weights = inverters.map(({ ratedW }) => (even ? 1 : (ratedW ?? 1)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)

  const columns: PowerColumns = { from, to, stepMs, ts: [], powerW: [], coverage: [] }
  for (let step = 0; from + step * stepMs < to; step += 1) {
    let power: number | null = null
    let heard = 0
    for (const [index, { steps }] of devices.entries()) {
      const value = steps.get(step)
      if (value === undefined) continue
      power = (power ?? 0) + value
      heard += weights[index] ?? 0
    }
    columns.ts.push(from + step * stepMs)
    columns.powerW.push(power === null ? null : Math.round(power * 10) / 10)
    columns.coverage.push(whole === 0 ? 0 : Math.round((heard / whole) * 1000) / 1000)
  }
  return columns
}

/**
 * Power of inverters together from `from` to `to`, W, in steps from its own start: of a local day, or of the hours up
 * to now. What happens within a step is its mean.
 */
export const readPowerCurve = async (
  db: Db,
  inverters: readonly CurveInverter[],
  { from, to, stepMs, now }: Frame,
): Promise<PowerColumns> => {
  const nos = inverters.map(({ no }) => no)
  const cells = await powerByStep(db, nos, from, to, stepMs)
  return sumPowers(inverters, cells, { from, to, stepMs, now })
}
