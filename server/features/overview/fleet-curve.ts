import type { HeldSteps } from './kept-figures.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { CurveInverter, PowerColumns } from '../telemetry/power-curve.ts'
import { powerByStep } from '../telemetry/reading-store.ts'
import { loadSteps, saveSteps } from './kept-figures.ts'
import { inChunks, inTurn } from '../../platform/in-turn.ts'

type Frame = { from: number; to: number; stepMs: number; now: number }

/** Back-filled readings of hours gone by are seen after this time at the latest. */
export const STEPS_KEPT_MS = 10 * 60_000
/** Requests within this time share what was read. */
const FRESH_MS = 10_000
const READ_AT_ONCE = 200
const REREAD_AT_ONCE = 200
/** A local day of 25 hours lies within it at its end, and so do the last 24 hours of whoever asked a moment before. */
const HELD_MS = 26 * 3_600_000

/** Fills `into` with a device's steps, which may end before it: straight lines over `empty` steps, the last value held up to `hold`. */
const bridge = (steps: Float64Array, into: Float64Array, empty: number, hold: number): void => {
  into.set(steps)
  into.fill(Number.NaN, steps.length)
  let last = -1
  for (let step = 0; step < steps.length; step += 1) {
    const value = steps[step] ?? Number.NaN
    if (Number.isNaN(value)) continue
    if (last >= 0 && step - last > 1 && step - last - 1 <= empty) {
      const from = steps[last] ?? 0
      for (let at = last + 1; at < step; at += 1)
        into[at] = from + ((value - from) * (at - last)) / (step - last)
    }
    last = step
  }
  if (last >= 0 && hold - last <= empty) into.fill(steps[last] ?? 0, last + 1, hold + 1)
}

const lastKnown = (steps: Float64Array): number => {
  for (let step = steps.length - 1; step >= 0; step -= 1) if (!Number.isNaN(steps[step])) return step
  return -1
}

/** The sum of many devices' steps, by the rules of `sumPowers`, in time that a request has. */
export const sumSteps = (
  inverters: readonly CurveInverter[],
  stepsOf: (no: number) => Float64Array | undefined,
  { from, to, stepMs, now }: Frame,
): PowerColumns => {
  const length = Math.ceil((to - from) / stepMs)
  const nothing = new Float64Array()
  const all = inverters.map(({ no, ratedW, reportMin }) => {
    const steps = stepsOf(no) ?? nothing
    return { ratedW, reportMin, steps, last: lastKnown(steps) }
  })
  const newest = now >= from && now < to ? Math.floor((now - from) / stepMs) : -1
  let reported = -1
  for (const { last } of all) reported = Math.max(reported, last)
  const even = inverters.some(({ ratedW }) => ratedW === null || ratedW <= 0)
  const sums = new Float64Array(length)
  const heard = new Float64Array(length)
  const some = new Uint8Array(length)
  const bridged = new Float64Array(length)
  let whole = 0
  for (const { ratedW, reportMin, steps, last } of all) {
    const weight = even ? 1 : (ratedW ?? 1)
    whole += weight
    const empty = reportMin === undefined ? 1 : Math.max(1, Math.ceil((reportMin * 60_000) / stepMs))
    // A device that fell silent too long ago is not held, as of the newest step.
    const holds = newest >= 0 && newest - last <= empty
    bridge(steps, bridged, empty, holds ? Math.min(newest, reported) : -1)
    for (let step = 0; step < length; step += 1) {
      const value = bridged[step] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sums[step] = (sums[step] ?? 0) + value
      heard[step] = (heard[step] ?? 0) + weight
      some[step] = 1
    }
  }
  return {
    from,
    to,
    stepMs,
    ts: Array.from({ length }, (_, step) => from + step * stepMs),
    powerW: Array.from({ length }, (_, step) =>
      some[step] === 1 ? Math.round((sums[step] ?? 0) * 10) / 10 : null,
    ),
    coverage: Array.from({ length }, (_, step) =>
      whole === 0 ? 0 : Math.round(((heard[step] ?? 0) / whole) * 1000) / 1000,
    ),
  }
}

export type FleetCurve = {
  read: (db: Db, inverters: readonly CurveInverter[], frame: Frame) => Promise<PowerColumns>
  /** Keeps what is in memory for the next server. */
  save: (db: Db, now: number) => Promise<void>
}

/** The part of what is held that the frame shows, to be looked at; what it does not reach was not heard. */
const stepsIn = (held: HeldSteps | undefined, { from, to, stepMs }: Frame): Float64Array | undefined => {
  const first = Math.round((from - (held?.from ?? 0)) / stepMs)
  return held?.steps.subarray(first, first + Math.ceil((to - from) / stepMs))
}

/**
 * The curve of fleets with so many readings that adding them up takes longer than a screen may wait: each device's
 * steps of the last 26 hours are kept, whether a local day is asked for or the last 24 hours, and a request reads what
 * has come since. The first request of a server begins with what the last one has kept.
 */
export const createFleetCurve = (): FleetCurve => {
  let kept = new Map<number, HeldSteps>()
  let loaded = false
  const turn = inTurn()

  /** Moves what is held of a device on to the step that is running; false: the frame needs what is not held. */
  const moveOn = (no: number, frame: Frame, from: number, length: number): boolean => {
    const held = kept.get(no)
    if (held === undefined || held.stepMs !== frame.stepMs || held.steps.length !== length) return false
    const shift = (from - held.from) / frame.stepMs
    if (!Number.isInteger(shift) || shift >= length || held.from > frame.from) return false
    if (shift > 0) {
      held.steps.copyWithin(0, shift)
      held.steps.fill(Number.NaN, length - shift)
      held.from = from
    }
    return true
  }

  const readFrom = async (db: Db, nos: readonly number[], since: number, { stepMs, now }: Frame) => {
    for (const some of inChunks(nos, READ_AT_ONCE)) {
      const held = some.flatMap((no) => kept.get(no) ?? [])
      const [{ from, steps } = { from: since, steps: [] }] = held
      const first = Math.max(0, Math.round((since - from) / stepMs))
      const cells = await powerByStep(db, some, from + first * stepMs, from + steps.length * stepMs, stepMs)
      for (const one of held) {
        one.steps.fill(Number.NaN, first)
        one.to = now
        if (first === 0) one.wholeAt = now
      }
      for (const { deviceNo, step, powerW } of cells) {
        const one = kept.get(deviceNo)?.steps
        if (one) one[first + step] = powerW
      }
    }
  }

  const read: FleetCurve['read'] = (db, inverters, frame) =>
    turn(async () => {
      const { stepMs, now } = frame
      if (!loaded) kept = await loadSteps(db)
      loaded = true
      const length = Math.ceil(HELD_MS / stepMs)
      // Steps lie as those of the frame do, and end with the one that is running.
      const from = frame.from + (Math.floor((now - frame.from) / stepMs) + 1 - length) * stepMs
      /** Devices by where what is held of them begins and by the step from which on they are read. */
      const behind = new Map<string, { since: number; nos: number[] }>()
      const readLater = (no: number, held: HeldSteps, since: number): void => {
        const key = `${held.from} ${since}`
        const others = behind.get(key) ?? { since, nos: [] }
        others.nos.push(no)
        behind.set(key, others)
      }
      let again = 0
      for (const { no } of inverters) {
        if (!moveOn(no, frame, from, length)) {
          const none = new Float64Array(length).fill(Number.NaN)
          const held = { from, stepMs, steps: none, to: 0, wholeAt: 0 }
          kept.set(no, held)
          readLater(no, held, from)
          continue
        }
        const held = kept.get(no)
        if (held === undefined) continue
        if (held.wholeAt <= now - STEPS_KEPT_MS && again < REREAD_AT_ONCE) {
          again += 1
          readLater(no, held, held.from)
          continue
        }
        if (held.to > now - FRESH_MS) continue
        // The step before may still have got its last reading.
        const step = Math.floor((held.to - held.from) / stepMs) - 1
        readLater(no, held, held.from + Math.max(0, step) * stepMs)
      }
      for (const { since, nos } of behind.values()) await readFrom(db, nos, since, frame)
      return sumSteps(inverters, (no) => stepsIn(kept.get(no), frame), frame)
    })
  return {
    read,
    save: (db, now) =>
      turn(async () => {
        if (kept.size > 0) await saveSteps(db, kept, now)
      }),
  }
}
