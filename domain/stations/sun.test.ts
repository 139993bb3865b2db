import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { darkPeriod, refractionDeg, signedPosition, sunAt, sunTimes } from './sun.ts'

const at = (iso: string): number => Date.parse(iso)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const place = (latitude: number, longitude: number) => ({ latitude, longitude })
const golden = place(39.742476, -105.1786)
const tucson = place(32.2, -111)
const tromso = place(69.65, 18.96)

describe('position of the sun', () => {
  // Reda and Andreas, NREL/TP-560-34302, and values of NREL's SPA published with pvlib.
  it.each([
    ['2003-10-17T12:30:30-07:00', golden, 39.872046, 194.340241],
    ['2014-06-24T00:00:00-07:00', tucson, -34.0390863, 352.69550699],
    ['2014-06-24T06:00:00-07:00', tucson, 7.02294379, 66.71410338],
    ['2014-06-24T12:00:00-07:00', tucson, 79.43274234, 144.76567754],
    ['2014-06-24T18:00:00-07:00', tucson, 17.53096444, 287.04104128],
  ])('agrees at %s with the Solar Position Algorithm', (iso, where, elevationDeg, azimuthDeg) => {
    const sun = sunAt(at(iso), where)
    expect(Math.abs(sun.elevationDeg - elevationDeg)).toBeLessThan(0.02)
    expect(Math.abs(sun.azimuthDeg - azimuthDeg)).toBeLessThan(0.05)
  })

  it('agrees with the almanac on solstice, equinox and distance', () => {
    expect(sunAt(at('2024-06-20T20:51Z'), tucson).declinationDeg).toBeCloseTo(23.44, 1)
    expect(sunAt(at('2024-03-20T03:06Z'), tucson).declinationDeg).toBeCloseTo(0, 1)
    expect(sunAt(at('2024-01-03T00:39Z'), tucson).distanceAu).toBeCloseTo(0.98331, 3)
    expect(sunAt(at('2024-07-05T05:06Z'), tucson).distanceAu).toBeCloseTo(1.01673, 3)
  })

  it('lifts the sun by the air', () => {
    expect(refractionDeg(0)).toBeCloseTo(0.48, 1)
    expect(refractionDeg(7.02294379)).toBeCloseTo(7.14542956 - 7.02294379, 1)
    expect(refractionDeg(89)).toBe(0)
  })

  it('takes hemispheres from beside the numbers', () => {
    expect(signedPosition({ latitude: 33.9, north: false, longitude: 70.7, east: false })).toEqual(
      place(-33.9, -70.7),
    )
  })
})

describe('sunrise and sunset', () => {
  // NREL's SPA calculator, to the second.
  it.each([
    ['1996-07-05', '07:08:15', '12:04:36', '17:01:04'],
    ['2004-12-04', '04:38:57', '11:50:22', '19:02:03'],
  ])('agrees on %s at 35 S within half a minute', (day, rise, noon, set) => {
    const { riseAt, noonAt, setAt, polar } = sunTimes(at(`${day}T12:00Z`), place(-35, 0))
    expect(polar).toBeNull()
    for (const [found, time] of [
      [riseAt, rise],
      [noonAt, noon],
      [setAt, set],
    ] as const)
      expect(Math.abs((found ?? 0) - at(`${day}T${time}Z`))).toBeLessThan(0.5 * MINUTE)
  })

  it('finds the day around its own noon on both sides of the date line', () => {
    for (const longitude of [-179, -90, 0, 90, 179]) {
      const { riseAt, noonAt, setAt } = sunTimes(at('2024-03-20T12:00Z'), place(10, longitude))
      expect(Math.abs(noonAt - at('2024-03-20T12:00Z'))).toBeLessThanOrEqual(12.3 * HOUR)
      expect((setAt ?? 0) - (riseAt ?? 0)).toBeGreaterThan(12 * HOUR)
      expect((setAt ?? 0) - (riseAt ?? 0)).toBeLessThan(12.3 * HOUR)
    }
  })

  it('knows polar day and polar night', () => {
    expect(sunTimes(at('2024-06-21T10:00Z'), tromso)).toMatchObject({
      riseAt: null,
      setAt: null,
      polar: 'day',
    })
    expect(sunTimes(at('2024-12-21T10:00Z'), tromso)).toMatchObject({
      riseAt: null,
      setAt: null,
      polar: 'night',
    })
    expect(sunTimes(at('2024-06-21T10:00Z'), place(90, 0)).polar).toBe('day')
    expect(sunTimes(at('2024-06-21T10:00Z'), place(-90, 0)).polar).toBe('night')
  })

  it('crosses the height at the instants it names', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('1990-01-01'), max: at('2050-01-01') }),
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.constantFrom(-0.833, 5),
        (ts, latitude, longitude, height) => {
          const { riseAt, setAt, noonAt } = sunTimes(ts, { latitude, longitude }, height)
          for (const edge of [riseAt, setAt])
            expect(Math.abs(sunAt(edge ?? 0, { latitude, longitude }).elevationDeg - height)).toBeLessThan(
              0.01,
            )
          expect(Math.abs(noonAt - ts)).toBeLessThan(12.5 * HOUR)
        },
      ),
    )
  })
})

describe('dark periods', () => {
  const berlin = place(52.52, 13.4)
  const night = darkPeriod(at('2024-03-20T23:00Z'), berlin, -0.833)

  it('lasts at night, and is over by day', () => {
    const { setAt } = sunTimes(at('2024-03-20T12:00Z'), berlin)
    const { riseAt } = sunTimes(at('2024-03-21T12:00Z'), berlin)
    expect(night).toEqual({ since: setAt, until: null })
    expect(darkPeriod(at('2024-03-21T12:00Z'), berlin, -0.833)).toEqual({ since: setAt, until: riseAt })
  })

  it('ends no night in the polar day, and begins one where the sun last stood high enough', () => {
    expect(darkPeriod(at('2024-06-21T10:00Z'), tromso, -0.833)).toBeNull()
    const polar = darkPeriod(at('2024-12-21T10:00Z'), tromso, -0.833)
    expect(polar?.until).toBeNull()
    expect(new Date(polar?.since ?? 0).toISOString().slice(0, 7)).toBe('2024-11')
  })

  it('says dark exactly when the sun is low', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01'), max: at('2030-01-01') }),
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (ts, latitude, longitude) => {
          const where = { latitude, longitude }
          const { elevationDeg } = sunAt(ts, where)
          const dark = darkPeriod(ts, where)
          fc.pre(Math.abs(elevationDeg - 5) > 0.05)
          expect(dark).not.toBeNull()
          expect(dark?.until === null).toBe(elevationDeg < 5)
          expect(dark?.since).toBeLessThanOrEqual(ts)
          const middle = ((dark?.since ?? 0) + (dark?.until ?? ts)) / 2
          expect(sunAt(middle, where).elevationDeg).toBeLessThan(5.05)
        },
      ),
      { numRuns: 300 },
    )
  })
})
