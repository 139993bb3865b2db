import { dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../kitchen.ts'
import { powerByStep } from './reading-store.ts'

export type CurveInverter = { no: number; ratedW: number | null }
export type PowerColumns = {
  from: number
  to: number
  stepMs: number
  ts: number[]
  powerW: (number | null)[]
  coverage: number[]
}

export type CurveOptions = { day: string; timeZone: string; stepMs: number; now: number }

/**
 * Each device's steps. A single step without a reading between two that have one is no silence, only a clock that
 * jitters around the limit of a step: it takes the mean of both.
 */
const bridged = (steps: ReadonlyMap<number, number>): Map<number, number> => {
  const filled = new Map(steps)
  for (const [step, before] of steps) {
    const after = steps.get(step + 2)
    if (after !== undefined && !steps.has(step + 1)) filled.set(step + 1, (before + after) / 2)
  }
  return filled
}

/** In the step that is running and the one before it, devices that are about to report keep their last value. */
const heldAtTheEdge = (devices: Map<number, number>[], newest: number): void => {
  for (const step of [newest - 1, newest]) {
    if (!devices.some((steps) => steps.has(step))) continue
    for (const steps of devices) {
      const before = steps.get(step - 1)
      if (!steps.has(step) && before !== undefined) steps.set(step, before)
    }
  }
}

/** Puts the powers of many devices on the steps of one local day; a step that none was heard in is null. */
export const sumPowers = (
  inverters: readonly CurveInverter[],
  cells: readonly { deviceNo: number; step: number; powerW: number }[],
  { from, to, stepMs, now }: { from: number; to: number; stepMs: number; now: number },
): PowerColumns => {
  const raw = new Map<number, Map<number, number>>(inverters.map(({ no }) => [no, new Map()]))
  for (const { deviceNo, step, powerW } of cells) raw.get(deviceNo)?.set(step, powerW)
  const devices = inverters.map(({ no }) => bridged(raw.get(no) ?? new Map()))
  if (now >= from && now < to) heldAtTheEdge(devices, Math.floor((now - from) / stepMs))

  // Where a rated power is unknown all devices weigh the same.
  const even = inverters.some(({ ratedW }) => ratedW === null || ratedW <= 0)
  const weights = inverters.map(({ ratedW }) => (even ? 1 : (ratedW ?? 1)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)

  const columns: PowerColumns = { from, to, stepMs, ts: [], powerW: [], coverage: [] }
  for (let step = 0; from + step * stepMs < to; step += 1) {
    let power: number | null = null
    let heard = 0
    for (const [index, steps] of devices.entries()) {
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

/** Power of inverters together over one local day, W. Steps start at the day's own start. */
export const readPowerCurve = async (
  db: Db,
  inverters: readonly CurveInverter[],
  { day, timeZone, stepMs, now }: CurveOptions,
): Promise<PowerColumns> => {
  const [from, to] = [dayStartAt(day, timeZone), dayEndAt(day, timeZone)]
  const nos = inverters.map(({ no }) => no)
  const cells = await powerByStep(db, nos, from, to, stepMs)
  return sumPowers(inverters, cells, { from, to, stepMs, now })
}
