import type { HeldSteps } from './kept-figures.ts'
import { dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { CurveInverter, PowerColumns } from '../telemetry/power-curve.ts'
import { powerByStep } from '../telemetry/reading-store.ts'
import { loadSteps, saveSteps } from './kept-figures.ts'
import { inChunks, inTurn } from './in-turn.ts'

type Frame = { day: string; timeZone: string; stepMs: number; now: number }

/** Back-filled readings of hours gone by are seen after this time at the latest. */
export const STEPS_KEPT_MS = 10 * 60_000
/** Requests within this time share what was read. */
const FRESH_MS = 10_000
const READ_AT_ONCE = 200
const REREAD_AT_ONCE = 200

/** Fills `into` with a device's steps: straight lines over `empty` steps, the last value held up to `hold`. */
const bridge = (steps: Float64Array, into: Float64Array, empty: number, hold: number): void => {
  into.set(steps)
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
  { from, to, stepMs, now }: { from: number; to: number; stepMs: number; now: number },
): PowerColumns => {
  const length = Math.ceil((to - from) / stepMs)
  const nothing = new Float64Array(length).fill(Number.NaN)
  const all = inverters.map((one) => ({ ...one, steps: stepsOf(one.no) ?? nothing }))
  const newest = now >= from && now < to ? Math.floor((now - from) / stepMs) : -1
  let reported = -1
  for (const { steps } of all) reported = Math.max(reported, lastKnown(steps))
  const even = inverters.some(({ ratedW }) => ratedW === null || ratedW <= 0)
  const sums = new Float64Array(length)
  const heard = new Float64Array(length)
  const some = new Uint8Array(length)
  const bridged = new Float64Array(length)
  let whole = 0
  for (const { ratedW, reportMin, steps } of all) {
    const weight = even ? 1 : (ratedW ?? 1)
    whole += weight
    const empty = reportMin === undefined ? 1 : Math.max(1, Math.ceil((reportMin * 60_000) / stepMs))
    // A device that fell silent too long ago is not held, as of the newest step.
    const holds = newest >= 0 && newest - lastKnown(steps) <= empty
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

/**
 * The day's curve of fleets with so many readings that adding them up takes longer than a screen may wait: each
 * device's steps of the day are kept, and a request reads what has come since. The first request of a server begins
 * with what the last one has kept.
 */
export const createFleetCurve = (): FleetCurve => {
  let kept = new Map<number, HeldSteps>()
  let loaded = false
  const turn = inTurn()

  const readFrom = async (db: Db, nos: readonly number[], since: number, frame: Frame, edge: number[]) => {
    const [from = 0, to = 0] = edge
    const length = Math.ceil((to - from) / frame.stepMs)
    const firstStep = Math.floor((since - from) / frame.stepMs)
    for (const some of inChunks(nos, READ_AT_ONCE)) {
      // Steps are counted from the day's start whatever is read of it.
      const start = from + firstStep * frame.stepMs
      const cells = await powerByStep(db, some, start, to, frame.stepMs)
      for (const no of some) {
        const held = kept.get(no)
        const same = held?.from === from && held.stepMs === frame.stepMs
        const steps = same && since > from ? held.steps : new Float64Array(length)
        steps.fill(Number.NaN, firstStep)
        kept.set(no, {
          from,
          stepMs: frame.stepMs,
          steps,
          to: frame.now,
          wholeAt: since > from && same ? held.wholeAt : frame.now,
        })
      }
      for (const { deviceNo, step, powerW } of cells) {
        const steps = kept.get(deviceNo)?.steps
        if (steps) steps[firstStep + step] = powerW
      }
    }
  }

  const read: FleetCurve['read'] = (db, inverters, frame) =>
    turn(async () => {
      const { stepMs, now } = frame
      if (!loaded) kept = await loadSteps(db)
      loaded = true
      const [from, to] = [dayStartAt(frame.day, frame.timeZone), dayEndAt(frame.day, frame.timeZone)]
      const whole: number[] = []
      const old: number[] = []
      const behind = new Map<number, number[]>()
      for (const { no } of inverters) {
        const held = kept.get(no)
        if (held === undefined || held.from !== from || held.stepMs !== stepMs) {
          whole.push(no)
          continue
        }
        if (held.wholeAt <= now - STEPS_KEPT_MS && old.length < REREAD_AT_ONCE) {
          old.push(no)
          continue
        }
        if (held.to > now - FRESH_MS) continue
        // The step before may still have got its last reading.
        const since = Math.max(from, from + (Math.floor((held.to - from) / stepMs) - 1) * stepMs)
        const others = behind.get(since)
        if (others) others.push(no)
        else behind.set(since, [no])
      }
      await readFrom(db, [...whole, ...old], from, frame, [from, to])
      for (const [since, nos] of behind) await readFrom(db, nos, since, frame, [from, to])
      return sumSteps(inverters, (no) => kept.get(no)?.steps, { from, to, stepMs, now })
    })
  return {
    read,
    save: (db, now) =>
      turn(async () => {
        if (kept.size > 0) await saveSteps(db, kept, now)
      }),
  }
}
