import { describe, expect, it } from 'vitest'
import {
  assumedPlane,
  clearSkyPlaneIrradiance,
  expectedCurveW,
  expectedPowerW,
  haurwitzGhi,
  incidence,
  oneFace,
  planeIrradiance,
  powerFromIrradiance,
  splitIrradiance,
  usualAirC,
} from './clear-sky.ts'

const at = (iso: string): number => Date.parse(iso)
const munich = { latitude: 48.14, longitude: 11.58 }
const south = { tiltDeg: 30, azimuthDeg: 180 }

describe('clear sky', () => {
  // Values published with pvlib for the same formulas.
  it.each([
    [-20, 0],
    [-0.05, 0],
    [5, 48.6298687941956],
    [10, 135.741748091813],
    [30, 487.894132885425],
    [50, 778.766689344363],
    [90, 1035.0920325345],
  ])('gives the horizontal irradiance of Haurwitz at %d degrees', (elevation, ghi) => {
    expect(haurwitzGhi(elevation)).toBeCloseTo(ghi, 6)
  })

  it.each([
    [50, 5, 1414, 96.7, 41.6],
    [1000, 80, 1414, 794.2, 217.9],
    [1000, 80, 1320.6, 842.4, 170.4],
  ])('splits %d W/m2 at %d degrees as Erbs does', (ghi, elevation, outside, dni, dhi) => {
    const sky = splitIrradiance(ghi, elevation, outside)
    expect(Math.abs(sky.dni - dni)).toBeLessThan(0.6)
    expect(Math.abs(sky.dhi - dhi)).toBeLessThan(0.6)
  })

  it('has no beam at the horizon and no light at night', () => {
    expect(splitIrradiance(20, 2)).toEqual({ ghi: 20, dni: 0, dhi: 20 })
    expect(splitIrradiance(0, -10)).toEqual({ ghi: 0, dni: 0, dhi: 0 })
    expect(clearSkyPlaneIrradiance(at('2024-06-21T00:00Z'), munich, south)).toBe(0)
  })

  it('sees the plane from the sun', () => {
    expect(incidence({ elevationDeg: 60, azimuthDeg: 180 }, south)).toBeCloseTo(1, 12)
    expect(incidence({ elevationDeg: 10, azimuthDeg: 0 }, { tiltDeg: 90, azimuthDeg: 180 })).toBe(0)
    expect(incidence({ elevationDeg: 90, azimuthDeg: 0 }, { tiltDeg: 0, azimuthDeg: 77 })).toBeCloseTo(1, 12)
  })

  it('keeps a horizontal plane at the horizontal irradiance', () => {
    const sun = { elevationDeg: 40, azimuthDeg: 120 }
    const sky = splitIrradiance(640, 40)
    expect(planeIrradiance(sky, sun, { tiltDeg: 0, azimuthDeg: 0 })).toBeCloseTo(640, 9)
  })

  it('adds sky and ground on a tilted plane (isotropic sky 40 degrees: 88.3 %, ground 26.3 W/m2 at 0.25)', () => {
    const behind = { elevationDeg: 20, azimuthDeg: 0 }
    const plane = { tiltDeg: 40, azimuthDeg: 180 }
    expect(planeIrradiance({ ghi: 0, dni: 0, dhi: 100 }, behind, plane)).toBeCloseTo(88.302222, 5)
    expect(planeIrradiance({ ghi: 900, dni: 0, dhi: 0 }, behind, plane, 0.25)).toBeCloseTo(26.32, 5)
  })
})

const day = (iso: string): number[] =>
  Array.from({ length: 288 }, (_, index) => at(`${iso}T00:00Z`) + index * 300_000)

describe('expected power', () => {
  const array = { ...munich, faces: oneFace(south), capacityW: 10_000 }
  const hours = (watts: number[]): number => watts.reduce((sum, w) => sum + w, 0) / 12 / array.capacityW

  it('is a day: nothing at night, highest about noon, clear-sky hours as in Central Europe', () => {
    const curve = expectedCurveW(day('2024-06-21'), array)
    expect(curve[0]).toBe(0)
    const peak = curve.indexOf(Math.max(...curve))
    expect(Math.abs((peak * 5) / 60 - 11.25)).toBeLessThan(0.5)
    expect(hours(curve)).toBeGreaterThan(5.5)
    expect(hours(curve)).toBeLessThan(7.5)
    const winter = hours(expectedCurveW(day('2024-12-21'), array))
    expect(winter).toBeGreaterThan(1.2)
    expect(winter).toBeLessThan(3.2)
  })

  it('faces east in the morning and west in the evening', () => {
    const [east, west] = [90, 270].map((azimuthDeg) => ({
      ...array,
      faces: oneFace({ tiltDeg: 30, azimuthDeg }),
    }))
    const morning = at('2024-06-21T06:00Z')
    expect(expectedPowerW(morning, east ?? array)).toBeGreaterThan(2 * expectedPowerW(morning, west ?? array))
  })

  it('never exceeds the capacity and loses with heat', () => {
    expect(powerFromIrradiance(2000, 10_000, -30)).toBe(10_000)
    expect(powerFromIrradiance(800, 10_000, 40)).toBeLessThan(powerFromIrradiance(800, 10_000, 10))
    expect(powerFromIrradiance(0, 10_000)).toBe(0)
  })

  it('ends where the inverters do, once they are all known', () => {
    const noon = at('2024-04-21T11:15Z')
    const free = expectedPowerW(noon, array)
    expect(free).toBeGreaterThan(8_000)
    expect(expectedPowerW(noon, { ...array, limitW: 7_000 })).toBe(7_000)
    expect(expectedPowerW(noon, { ...array, limitW: null })).toBe(free)
    expect(expectedPowerW(noon, { ...array, limitW: 3_000 })).toBe(free)
  })

  it('has the air of latitude and season, within a few kelvin of the climate tables', () => {
    // Means of the day in January and July (WMO normals 1991-2020): Munich 0.3 and 19.4, Shanghai 4.9 and 29.3,
    // Sydney 23.9 and 13.1 °C; 3 K more by day.
    const places: [number, number, number][] = [
      [48.1, 0.3, 19.4],
      [31.2, 4.9, 29.3],
      [-33.9, 23.9, 13.1],
    ]
    for (const [latitude, january, july] of places) {
      expect(Math.abs(usualAirC(at('2024-01-15T12:00Z'), latitude) - 3 - january)).toBeLessThan(8)
      expect(Math.abs(usualAirC(at('2024-07-15T12:00Z'), latitude) - 3 - july)).toBeLessThan(8)
    }
  })

  it('assumes a plane towards the equator where none was entered', () => {
    expect(assumedPlane(-33, { tiltDeg: null, azimuthDeg: null })).toEqual({ tiltDeg: 30, azimuthDeg: 0 })
    expect(assumedPlane(12.4, { tiltDeg: null, azimuthDeg: 90 })).toEqual({ tiltDeg: 12, azimuthDeg: 90 })
    expect(assumedPlane(50, { tiltDeg: 0, azimuthDeg: null })).toEqual({ tiltDeg: 0, azimuthDeg: 180 })
  })
})
