import { expect, it } from 'vitest'
import type { RoofArea } from '#domain/stations/faces.ts'
import { modulesOf } from '../stations/station-light.ts'
import { expectedCurve } from '../telemetry/telemetry-routes.ts'
import { type ClearSkyMemory, fleetExpected } from './fleet-expected.ts'

const stepMs = 900_000
const HOUR = 3_600_000
const noon = Date.UTC(2026, 5, 21, 4)
const steps = (from: number, hours: number) =>
  Array.from({ length: (hours * HOUR) / stepMs }, (_, step) => from + step * stepMs)

type Row = Parameters<typeof fleetExpected>[1][number]
const place = { latitude: 31.2, north: true, longitude: 121.5, east: true, tilt_deg: 20, azimuth_deg: 180 }
const rows = [
  { ...place, id: 'a', version: 1, capacity_w: 10_000 },
  { ...place, id: 'b', version: 3, capacity_w: 4_000, longitude: 10, azimuth_deg: 90 },
] as Row[]
const limitOf = (id: string) => (id === 'a' ? 8_000 : null)
const eastWest: RoofArea[] = [90, 270].map((azimuthDeg) => ({
  tiltDeg: 20,
  azimuthDeg,
  known: 10,
  knownW: 2_000,
  unknown: 0,
}))
const roofOf = (id: string) => (id === 'b' ? eastWest : null)
const exact = (ts: number[]) => {
  const each = rows.map((row) =>
    expectedCurve(modulesOf(row, roofOf(row.id), limitOf(row.id)), { ts, stepMs }),
  )
  return ts.map((_, step) => each.reduce((sum, one) => sum + (one[step] ?? 0), 0))
}

it('is the sum of all stations, wherever the window has moved to since it was computed', async () => {
  const memory: ClearSkyMemory = { utcDay: 0, curves: new Map() }
  for (const [from, hours, now] of [
    [noon - 24 * HOUR, 24, noon],
    [noon - 24 * HOUR + stepMs, 24, noon],
    [noon - 12 * HOUR, 24, noon],
    [noon - 24 * HOUR, 23, noon],
    // Not on the steps that are held.
    [noon - 24 * HOUR + 300_000, 24, noon],
    [noon + 30 * HOUR, 24, noon + 30 * HOUR],
  ] as const) {
    const ts = steps(from, hours)
    expect(await fleetExpected(memory, rows, { ts, stepMs }, limitOf, roofOf, now)).toEqual(exact(ts))
  }
  expect(Math.max(...exact(steps(noon - 24 * HOUR, 24)))).toBeGreaterThan(8_000)
  // The day before is let go.
  expect([...memory.curves.values()].map(({ from }) => from)).toEqual([noon + 30 * HOUR, noon + 30 * HOUR])
})

it('a changed station is computed anew, and no stations have no estimate', async () => {
  const memory: ClearSkyMemory = { utcDay: 0, curves: new Map() }
  const ts = steps(noon, 1)
  const [first] = rows
  const one = await fleetExpected(
    memory,
    [first!],
    { ts, stepMs },
    () => null,
    () => null,
    noon,
  )
  const twice = { ...first!, version: 2, capacity_w: 20_000 }
  const two = await fleetExpected(
    memory,
    [twice],
    { ts, stepMs },
    () => null,
    () => null,
    noon,
  )
  // In whole watts.
  expect(Math.abs((two?.[0] ?? 0) - 2 * (one?.[0] ?? 0))).toBeLessThanOrEqual(2)
  expect(one?.[0]).toBeGreaterThan(1_000)
  expect(
    await fleetExpected(
      memory,
      [],
      { ts, stepMs },
      () => null,
      () => null,
      noon,
    ),
  ).toBe(null)
})

it('a roof that was drawn otherwise is computed anew, though its station is the same', async () => {
  const memory: ClearSkyMemory = { utcDay: 0, curves: new Map() }
  const ts = steps(noon - 5 * HOUR, 1)
  const [first] = rows
  const look = (roof: RoofArea[] | null) =>
    fleetExpected(
      memory,
      [first!],
      { ts, stepMs },
      () => null,
      () => roof,
      noon,
    )
  const south = await look(null)
  const both = await look(eastWest)
  expect(both).not.toEqual(south)
  expect(await look(null)).toEqual(south)
})
