import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assumedPlane, expectedPowerW, litPowerW, clearSkyPlaneIrradiance, usualAirC } from './clear-sky.ts'
import { facesOf, type RoofArea } from './faces.ts'
import { sunTimes } from './sun.ts'

const angles = { tiltDeg: fc.integer({ min: 0, max: 90 }), azimuthDeg: fc.integer({ min: 0, max: 359 }) }
const plane = fc.record(angles)
const position = fc.record({
  latitude: fc.integer({ min: -65, max: 65 }),
  longitude: fc.integer({ min: -180, max: 180 }),
})
const year = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) })
const capacity = fc.integer({ min: 100, max: 10_000_000 })
const area = fc.record({
  tiltDeg: fc.option(angles.tiltDeg),
  azimuthDeg: fc.option(angles.azimuthDeg),
  known: fc.integer({ min: 0, max: 400 }),
  unknown: fc.integer({ min: 0, max: 400 }),
})
const roof = fc.array(
  area.chain((one) =>
    fc.integer({ min: 1, max: 700 }).map((w): RoofArea => ({ ...one, knownW: one.known * w })),
  ),
  { maxLength: 6 },
)
const full = (given: Partial<RoofArea>): RoofArea => ({
  tiltDeg: null,
  azimuthDeg: null,
  known: 10,
  knownW: 4_000,
  unknown: 0,
  ...given,
})
const south = { latitude: 48, tiltDeg: 30, azimuthDeg: 180, capacityW: 8_000 }

describe('where the modules of a station look to', () => {
  it('the shares of all planes make the whole, none is named twice and none is negative', () => {
    fc.assert(
      fc.property(plane, position, capacity, roof, (own, { latitude }, capacityW, areas) => {
        const faces = facesOf({ latitude, ...own, capacityW }, areas)
        expect(faces.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
        expect(faces.every(({ share }) => share > 0)).toBe(true)
        expect(new Set(faces.map((one) => `${one.tiltDeg} ${one.azimuthDeg}`)).size).toBe(faces.length)
      }),
    )
  })

  it('is the plane of the station where it has no areas, or nothing hangs in them', () => {
    const own = [{ tiltDeg: 30, azimuthDeg: 180, share: 1 }]
    expect(facesOf(south, null)).toEqual(own)
    expect(facesOf(south, [])).toEqual(own)
    expect(facesOf(south, [full({ azimuthDeg: 90, known: 0, knownW: 0 })])).toEqual(own)
    expect(facesOf({ ...south, capacityW: 0 }, [full({ azimuthDeg: 90 })])).toEqual(own)
  })

  it('what an area does not say is as the station says, and as is assumed where that says nothing either', () => {
    expect(facesOf(south, [full({ azimuthDeg: 90, knownW: 8_000 })])).toEqual([
      { tiltDeg: 30, azimuthDeg: 90, share: 1 },
    ])
    expect(facesOf(south, [full({ tiltDeg: 10, knownW: 8_000 })])).toEqual([
      { tiltDeg: 10, azimuthDeg: 180, share: 1 },
    ])
    const nothing = { latitude: -34, tiltDeg: null, azimuthDeg: null, capacityW: 4_000 }
    expect(facesOf(nothing, [full({ azimuthDeg: 270 })])).toEqual([
      { tiltDeg: 30, azimuthDeg: 270, share: 1 },
    ])
    expect(facesOf(nothing, [full({})])).toEqual([{ tiltDeg: 30, azimuthDeg: 0, share: 1 }])
  })

  it('what is in no area lies in the plane of the station, and areas that hold too much share what it has', () => {
    const east = full({ azimuthDeg: 90, knownW: 2_000 })
    const west = full({ azimuthDeg: 270, knownW: 2_000 })
    expect(facesOf(south, [east, west]).map(({ azimuthDeg, share }) => [azimuthDeg, share])).toEqual([
      [180, 0.5],
      [90, 0.25],
      [270, 0.25],
    ])
    const small = { ...south, capacityW: 1_000 }
    expect(facesOf(small, [east, west]).map(({ azimuthDeg, share }) => [azimuthDeg, share])).toEqual([
      [90, 0.5],
      [270, 0.5],
    ])
  })

  it('modules whose power nobody entered are as those that are known, else as many as make the capacity, within reason', () => {
    const known = full({ azimuthDeg: 90, known: 10, knownW: 4_000 })
    const unknown = full({ azimuthDeg: 270, known: 0, knownW: 0, unknown: 10 })
    expect(facesOf(south, [known, unknown]).map(({ share }) => share)).toEqual([0.5, 0.5])
    const fields = [90, 270].map((azimuthDeg) => ({ ...unknown, azimuthDeg }))
    expect(facesOf(south, fields).map(({ share }) => share)).toEqual([0.5, 0.5])
    // 20 modules are no megawatt.
    const [own] = facesOf({ ...south, capacityW: 1_000_000 }, fields)
    expect(own).toEqual({ tiltDeg: 30, azimuthDeg: 180, share: 0.991 })
  })
})

describe('what a clear sky gives on several planes', () => {
  it('of one plane is what that plane gives', () => {
    fc.assert(
      fc.property(
        plane,
        position,
        capacity,
        year,
        fc.option(capacity),
        (own, place, capacityW, ts, limitW) => {
          const faces = facesOf({ ...place, ...own, capacityW }, null)
          const alone = litPowerW(
            clearSkyPlaneIrradiance(ts, place, own),
            { capacityW, limitW },
            usualAirC(ts, place.latitude),
          )
          expect(expectedPowerW(ts, { ...place, faces, capacityW, limitW })).toBe(alone)
        },
      ),
    )
  })

  it('of areas that all lie in one plane is what that plane gives, to the watt', () => {
    fc.assert(
      fc.property(plane, position, capacity, year, roof, (own, place, capacityW, ts, areas) => {
        const same = areas.map((one) => ({ ...one, ...own }))
        const station = { ...place, ...own, capacityW }
        const one = expectedPowerW(ts, { ...place, faces: facesOf(station, null), capacityW })
        expect(expectedPowerW(ts, { ...place, faces: facesOf(station, same), capacityW })).toBe(one)
        const halves = facesOf(station, null).flatMap((face) => [
          { ...face, share: 0.5 },
          { ...face, share: 0.5 },
        ])
        expect(expectedPowerW(ts, { ...place, faces: halves, capacityW })).toBe(one)
      }),
    )
  })

  it('lies between what the planes would give alone, and is never negative', () => {
    fc.assert(
      fc.property(plane, position, capacity, year, roof, (own, place, capacityW, ts, areas) => {
        const faces = facesOf({ ...place, ...own, capacityW }, areas)
        const all = expectedPowerW(ts, { ...place, faces, capacityW })
        const alone = faces.map((face) =>
          expectedPowerW(ts, { ...place, faces: [{ ...face, share: 1 }], capacityW }),
        )
        expect(all).toBeGreaterThanOrEqual(Math.max(0, Math.min(...alone) - 1))
        expect(all).toBeLessThanOrEqual(Math.max(...alone) + 1)
      }),
    )
  })

  it('east and west in equal parts give as much before noon as after it, flat or steep, north or south', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        position,
        year,
        fc.integer({ min: 1, max: 7 * 60 }),
        (tiltDeg, place, day, minutes) => {
          const capacityW = 10_000
          const areas = [90, 270].map((azimuthDeg) => full({ tiltDeg, azimuthDeg, knownW: 5_000 }))
          const station = { ...place, tiltDeg: null, azimuthDeg: null, capacityW }
          const array = { ...place, faces: facesOf(station, areas), capacityW }
          expect(array.faces).toHaveLength(2)
          const { noonAt } = sunTimes(day, place)
          const before = expectedPowerW(noonAt - minutes * 60_000, array)
          const after = expectedPowerW(noonAt + minutes * 60_000, array)
          // The sun climbs or falls a little within a day.
          expect(Math.abs(before - after)).toBeLessThan(0.01 * capacityW)
        },
      ),
    )
  })

  it('a flat roof east and west is nearly a level one, and does not care which hemisphere it is in', () => {
    const level = { tiltDeg: 0, azimuthDeg: 0 }
    for (const latitude of [48, -48]) {
      const noon = sunTimes(Date.UTC(2026, latitude > 0 ? 5 : 11, 21, 12), { latitude, longitude: 0 }).noonAt
      const areas = [90, 270].map((azimuthDeg) => full({ tiltDeg: 10, azimuthDeg, knownW: 4_000 }))
      const station = { ...south, latitude, tiltDeg: null, azimuthDeg: null }
      const place = { latitude, longitude: 0, capacityW: 8_000 }
      for (const hours of [-4, -2, 0, 2, 4]) {
        const ts = noon + hours * 3_600_000
        const both = expectedPowerW(ts, { ...place, faces: facesOf(station, areas) })
        const flat = expectedPowerW(ts, { ...place, faces: [{ ...level, share: 1 }] })
        expect(Math.abs(both / flat - 1)).toBeLessThan(0.03)
      }
      expect(facesOf(station, null)[0]).toMatchObject(assumedPlane(latitude, station))
    }
  })
})
