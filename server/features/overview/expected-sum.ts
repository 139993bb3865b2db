import { setImmediate } from 'node:timers/promises'
import type { SolarArray } from '#domain/stations/clear-sky.ts'
import { expectedCurve } from '../telemetry/telemetry-routes.ts'

/** Other requests get their turn after so many: the day of 50 stations in steps of a quarter of an hour. */
const STEPS_A_TURN = 50 * 96

export type Window = { from: number; to: number; stepMs: number }
/** `key`: what it is computed from, as far as that can change. `values`: whole W, where their step lies in a ring. */
type Part = { key: string; modules: SolarArray; values: Float64Array }

export type ExpectedSum = {
  /** A station's modules; computed when `key` is another than before. */
  set: (stationId: string, key: string, modules: () => SolarArray) => Promise<void>
  remove: (stationId: string) => void
  /** What is not in the window is forgotten, and what was not in the one before computed. */
  moveTo: (window: Window) => Promise<void>
  /** W by step of the window. */
  values: () => number[]
}

/**
 * Clear-sky estimates of very many stations together. Each is in whole W, so that it can be taken out again; a window that
 * moves on costs the steps that it did not have before. One call at a time.
 */
export const createExpectedSum = (): ExpectedSum => {
  const parts = new Map<string, Part>()
  /** `offset`: where steps lie beside whole multiples of their length. */
  let [first, length, stepMs, offset] = [0, 0, 1, 0]
  let sum = new Float64Array(0)
  let computed = 0

  const add = ({ values }: Part, sign: 1 | -1): void => {
    for (let at = 0; at < length; at += 1) sum[at] = (sum[at] ?? 0) + sign * (values[at] ?? 0)
  }

  /** Steps of a part from number `begin` to before `end`, as many as a turn may compute at once. */
  const compute = async (part: Part, begin: number, end: number): Promise<void> => {
    const ts = Array.from({ length: end - begin }, (_, n) => (begin + n) * stepMs + offset)
    for (const [n, watts] of expectedCurve(part.modules, { ts, stepMs }).entries())
      part.values[(begin + n) % length] = watts
    computed += end - begin
    if (computed < STEPS_A_TURN) return
    computed = 0
    await setImmediate()
  }
  const numberOf = (at: number): number => Math.floor(at / stepMs)

  return {
    set: async (id, key, modules) => {
      const before = parts.get(id)
      if (before?.key === key) return
      const part = { key, modules: modules(), values: new Float64Array(length) }
      await compute(part, first, first + length)
      if (before !== undefined) add(before, -1)
      add(part, 1)
      parts.set(id, part)
    },
    remove: (id) => {
      const part = parts.get(id)
      if (part === undefined) return
      add(part, -1)
      parts.delete(id)
    },
    moveTo: async (window) => {
      const steps = Math.ceil((window.to - window.from) / window.stepMs)
      const anew = window.stepMs !== stepMs || window.from % window.stepMs !== offset || steps !== length
      ;[stepMs, offset, length] = [window.stepMs, window.from % window.stepMs, steps]
      const next = numberOf(window.from)
      if (!anew && next === first) return
      // Those of the window before that are in this one, too.
      const kept = anew ? 0 : Math.max(0, length - Math.abs(next - first))
      const [begin, end] = next > first || kept === 0 ? [next + kept, next + length] : [next, first]
      first = next
      if (anew) sum = new Float64Array(length)
      for (let no = begin; no < end; no += 1) sum[no % length] = 0
      for (const part of parts.values()) {
        if (anew) part.values = new Float64Array(length)
        await compute(part, begin, end)
        for (let no = begin; no < end; no += 1)
          sum[no % length] = (sum[no % length] ?? 0) + (part.values[no % length] ?? 0)
      }
    },
    values: () => Array.from({ length }, (_, n) => sum[(first + n) % length] ?? 0),
  }
}
