import { array, asyncProperty, assert, constantFrom, integer, nat, oneof, record } from 'fast-check'
import { expect, it } from 'vitest'
import { dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { oneFace, type SolarArray } from '#domain/stations/clear-sky.ts'
import { expectedCurve } from '../telemetry/telemetry-routes.ts'
import { createExpectedSum, type Window } from './expected-sum.ts'

const MIN = 60_000
const NOON = Date.UTC(2026, 5, 21, 12)
const day = (of: string, zone: string): Window => ({
  from: dayStartAt(of, zone),
  to: dayEndAt(of, zone),
  stepMs: 15 * MIN,
})
const last24h = (steps: number, stepMs: number): Window => {
  const to = NOON + steps * stepMs
  return { from: to - 24 * 60 * MIN, to, stepMs }
}
const windows = oneof(
  constantFrom(
    day('2026-06-21', 'Asia/Shanghai'),
    day('2026-06-22', 'Asia/Shanghai'),
    day('2026-06-21', 'Asia/Kathmandu'),
    day('2026-10-24', 'Europe/Paris'),
    day('2026-10-25', 'Europe/Paris'),
    day('2026-03-29', 'Europe/Paris'),
  ),
  record({ steps: integer({ min: -9, max: 9 }), minutes: constantFrom(15, 15, 20) }).map(
    ({ steps, minutes }) => last24h(steps, minutes * MIN),
  ),
)
const modulesOf = (capacityW: number): SolarArray => ({
  latitude: 31,
  longitude: capacityW / 100,
  faces: oneFace({ tiltDeg: 20, azimuthDeg: 180 }),
  capacityW,
  limitW: null,
})
const station = nat({ max: 3 }).map((n) => `s${n}`)
const change = oneof(
  record({ station, capacityW: integer({ min: 1_000, max: 9_000 }) }),
  station.map((gone) => ({ gone })),
  windows.map((window) => ({ window })),
)

it('the estimate of many stations is the sum of each, however they and the window have changed', async () => {
  await assert(
    asyncProperty(windows, array(change, { maxLength: 30 }), async (first, changes) => {
      const sum = createExpectedSum()
      const stations = new Map<string, number>()
      let window = first
      await sum.moveTo(window)
      for (const one of changes) {
        if ('window' in one) {
          window = one.window
          await sum.moveTo(window)
        } else if ('gone' in one) {
          stations.delete(one.gone)
          sum.remove(one.gone)
        } else {
          stations.set(one.station, one.capacityW)
          await sum.set(one.station, `${one.capacityW}`, () => modulesOf(one.capacityW))
        }
      }
      const { from, to, stepMs } = window
      const ts = Array.from({ length: (to - from) / stepMs }, (_, step) => from + step * stepMs)
      const each = [...stations.values()].map((capacityW) =>
        expectedCurve(modulesOf(capacityW), { ts, stepMs }),
      )
      expect(sum.values()).toEqual(ts.map((_, step) => each.reduce((all, one) => all + (one[step] ?? 0), 0)))
    }),
    { numRuns: 60 },
  )
})

it('what it is computed from is asked for where it is another than before, and nowhere else', async () => {
  const sum = createExpectedSum()
  await sum.moveTo(last24h(0, 15 * MIN))
  let asked = 0
  const ask = () => {
    asked += 1
    return modulesOf(5_000)
  }
  for (const key of ['a', 'a', 'b', 'b']) await sum.set('s', key, ask)
  await sum.moveTo(last24h(1, 15 * MIN))
  expect(asked).toBe(2)
  expect(Math.max(...sum.values())).toBeGreaterThan(2_000)
})
