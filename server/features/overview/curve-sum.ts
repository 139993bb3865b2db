import type { PowerColumns } from '../telemetry/power-curve.ts'

export type Frame = { from: number; to: number; stepMs: number; now: number }

/** Steps of a device as they lie from `from` on, W, NaN where nothing was heard. The array is never changed, but replaced. */
export type Steps = { from: number; steps: Float64Array }
/** `reportMin`: how often it reports; null = once a step. */
export type Summed = Steps & { ratedW: number | null; reportMin?: number }

/**
 * Powers are added in whole parts of a watt, so that what is taken out leaves nothing behind however often it is done: a
 * sum that is gone on with is the same, to the last bit, as one from the beginning. Exact up to 8.5 GW together.
 */
const PARTS = 2 ** 20
/** The same of rated powers, of which a share is told. */
const RATED_PARTS = 2 ** 10
/** More than steps that may stay empty. */
const EMPTY_MOST = 2 ** 12

/** Devices whose last step and patience are the same: how far they are held depends on the moment. */
type Tail = { last: number; empty: number; power: number; rated: number; devices: number }
type Member = { given: Summed; empty: number; rated: number; even: boolean }

export type CurveSum = {
  /** Puts a device in, in the place of what it gave before; null takes it out. */
  set: (no: number, given: Summed | null) => void
  /** Its steps are others; nothing, when it is not in. */
  renew: (no: number, steps: Steps) => void
  columns: (now: number) => PowerColumns
}

/** The sum of many devices' steps, by the rules of `sumPowers`, which follows single devices. */
export const createCurveSum = ({ from, to, stepMs }: Omit<Frame, 'now'>): CurveSum => {
  const length = Math.ceil((to - from) / stepMs)
  const power = new Float64Array(length)
  const rated = new Float64Array(length)
  const devices = new Int32Array(length)
  const members = new Map<number, Member>()
  const tails = new Map<number, Tail>()
  let ratedTogether = 0
  let evens = 0

  /**
   * Adds its steps, or takes them out: straight lines over as many empty ones as are no silence, and its last in the
   * group of those that are held.
   */
  const add = ({ given: { from: begin, steps }, empty, rated: weight }: Member, sign: 1 | -1): void => {
    const behind = Math.round((from - begin) / stepMs)
    const end = Math.min(length, steps.length - behind)
    let last = -1
    let lastW = 0
    for (let step = Math.max(0, -behind); step < end; step += 1) {
      const value = steps[behind + step] ?? Number.NaN
      if (Number.isNaN(value)) continue
      const between = last < 0 || step - last - 1 > empty ? step : last + 1
      for (let at = between; at <= step; at += 1) {
        const watts = at === step ? value : lastW + ((value - lastW) * (at - last)) / (step - last)
        power[at] = (power[at] ?? 0) + sign * Math.round(watts * PARTS)
        rated[at] = (rated[at] ?? 0) + sign * weight
        devices[at] = (devices[at] ?? 0) + sign
      }
      last = step
      lastW = value
    }
    if (last < 0) return
    const key = last * EMPTY_MOST + empty
    const tail = tails.get(key) ?? { last, empty, power: 0, rated: 0, devices: 0 }
    tail.power += sign * Math.round(lastW * PARTS)
    tail.rated += sign * weight
    tail.devices += sign
    if (tail.devices === 0) tails.delete(key)
    else tails.set(key, tail)
  }

  const takeOut = (no: number): void => {
    const member = members.get(no)
    if (member === undefined) return
    members.delete(no)
    add(member, -1)
    ratedTogether -= member.rated
    if (member.even) evens -= 1
  }

  const set: CurveSum['set'] = (no, given) => {
    takeOut(no)
    if (given === null) return
    const { ratedW, reportMin } = given
    const member = {
      given,
      empty: reportMin === undefined ? 1 : Math.max(1, Math.ceil((reportMin * 60_000) / stepMs)),
      rated: Math.round((ratedW ?? 0) * RATED_PARTS),
      even: ratedW === null || ratedW <= 0,
    }
    members.set(no, member)
    add(member, 1)
    ratedTogether += member.rated
    if (member.even) evens += 1
  }

  return {
    set,
    renew: (no, { from: begin, steps }) => {
      const member = members.get(no)
      if (member === undefined || member.given.steps === steps) return
      add(member, -1)
      member.given = { ...member.given, from: begin, steps }
      add(member, 1)
    },
    columns: (now) => {
      const newest = now >= from && now < to ? Math.floor((now - from) / stepMs) : -1
      const reported = tails.values().reduce((most, { last }) => Math.max(most, last), -1)
      const [powerNow, ratedNow, devicesNow] = [power.slice(), rated.slice(), devices.slice()]
      // A device that fell silent too long ago is not held, as of the newest step.
      const held = [...tails.values()].filter(({ last, empty }) => newest >= 0 && newest - last <= empty)
      for (const tail of held)
        for (let at = tail.last + 1; at <= Math.min(newest, reported); at += 1) {
          powerNow[at] = (powerNow[at] ?? 0) + tail.power
          ratedNow[at] = (ratedNow[at] ?? 0) + tail.rated
          devicesNow[at] = (devicesNow[at] ?? 0) + tail.devices
        }
      // Where a rated power is unknown all devices weigh the same.
      const [heard, whole] = evens > 0 ? [devicesNow, members.size] : [ratedNow, ratedTogether]
      return {
        from,
        to,
        stepMs,
        ts: Array.from({ length }, (_, step) => from + step * stepMs),
        powerW: Array.from({ length }, (_, step) =>
          (devicesNow[step] ?? 0) > 0 ? Math.round(((powerNow[step] ?? 0) / PARTS) * 10) / 10 : null,
        ),
        coverage: Array.from({ length }, (_, step) =>
          whole === 0 ? 0 : Math.round(((heard[step] ?? 0) / whole) * 1000) / 1000,
        ),
      }
    },
  }
}
