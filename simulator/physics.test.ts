import { describe, expect, it } from 'vitest'
import { convert } from './physics/inverter.ts'
import { lightAt } from './physics/light.ts'
import { modulePower, moduleTemperature } from './physics/module.ts'
import { skyAt } from './physics/sky.ts'

const roof = { tiltDeg: 30, azimuthDeg: 180 }
const module = { brand: 'x', model: 'x', ratedW: 400, vmpV: 31, gammaPerC: -0.0035, betaPerC: -0.0027 }
const climate = { meanC: 12, seasonC: 8, diurnalC: 5, cloudiness: 0.5 }

describe('light', () => {
  it('is dark at night and strongest on the plane that faces the sun', () => {
    const midnight = lightAt(48.5, 12.1, Date.UTC(2026, 5, 20, 23), [roof])
    expect(midnight.lit).toBe(false)
    expect(midnight.inPlane(0, 1)).toBe(0)

    const morning = lightAt(48.5, 12.1, Date.UTC(2026, 5, 20, 6), [
      { tiltDeg: 30, azimuthDeg: 90 },
      { tiltDeg: 30, azimuthDeg: 270 },
    ])
    expect(morning.inPlane(0, 1)).toBeGreaterThan(2 * morning.inPlane(1, 1))
  })

  it('gives about 1000 W/m² at a clear noon in June and grows with the clearness of the sky', () => {
    const noon = lightAt(48.5, 12.1, Date.UTC(2026, 5, 20, 11, 15), [roof])
    expect(noon.inPlane(0, 1)).toBeGreaterThan(850)
    expect(noon.inPlane(0, 1)).toBeLessThan(1100)
    const values = Array.from({ length: 25 }, (_, i) => noon.inPlane(0, (i * 1.2) / 24))
    expect(values).toEqual([...values].sort((a, b) => a - b))
  })

  it('knows the southern sun in the north', () => {
    const noon = lightAt(-33.9, 18.4, Date.UTC(2026, 5, 20, 10, 45), [
      { tiltDeg: 30, azimuthDeg: 0 },
      { tiltDeg: 30, azimuthDeg: 180 },
    ])
    expect(noon.inPlane(0, 1)).toBeGreaterThan(3 * noon.inPlane(1, 1))
  })
})

describe('sky', () => {
  it('is the same for the same seed and time, and another for another seed', () => {
    const at = Date.UTC(2026, 5, 20, 11)
    const here = skyAt(1, climate, 48.5, 12.1, at)
    expect(skyAt(1, climate, 48.5, 12.1, at).clearness(10, 20)).toBe(here.clearness(10, 20))
    const seeds = new Set(Array.from({ length: 20 }, (_, seed) => skyAt(seed, climate, 48.5, 12.1, at).airC))
    expect(seeds.size).toBe(20)
  })

  it('has sunny, broken and overcast days', () => {
    const covers = Array.from(
      { length: 200 },
      (_, day) => skyAt(7, climate, 48.5, 12.1, Date.UTC(2026, 0, 1 + day, 11)).cover,
    )
    expect(covers.filter((c) => c < 0.2).length).toBeGreaterThan(20)
    expect(covers.filter((c) => c > 0.35 && c < 0.65).length).toBeGreaterThan(20)
    expect(covers.filter((c) => c > 0.8).length).toBeGreaterThan(20)
  })

  it('moves: what a point sees now, a point downwind sees later', () => {
    // Find where the pattern of one moment has gone ten seconds later; it must be a shift and not a new pattern.
    const at = Array.from({ length: 400 }, (_, h) => Date.UTC(2026, 5, 1, h)).find((ts) => {
      const { cover } = skyAt(3, climate, 48.5, 12.1, ts)
      return cover > 0.45 && cover < 0.55
    })
    if (at === undefined) throw new Error('no broken sky found')
    const now = skyAt(3, climate, 48.5, 12.1, at)
    const later = skyAt(3, climate, 48.5, 12.1, at + 10_000)
    const grid = Array.from({ length: 100 }, (_, i) => {
      const [x, y] = [(i % 10) * 240, Math.floor(i / 10) * 240]
      return { x, y, value: now.clearness(x, y) }
    })
    const difference = (eastM: number, northM: number): number =>
      grid.reduce((sum, { x, y, value }) => sum + Math.abs(later.clearness(x + eastM, y + northM) - value), 0)
    const shifts = Array.from(
      { length: 21 * 21 },
      (_, i) => [((i % 21) - 10) * 10, (Math.floor(i / 21) - 10) * 10] as const,
    )
    const best = shifts.reduce((a, b) => (difference(b[0], b[1]) < difference(a[0], a[1]) ? b : a))
    const metres = Math.hypot(best[0], best[1])
    expect(metres).toBeGreaterThan(30)
    expect(metres).toBeLessThan(100)
    expect(difference(best[0], best[1])).toBeLessThan(difference(0, 0) / 3)
  })
})

describe('module', () => {
  it('gives its rated power at standard test conditions and less when hot', () => {
    expect(modulePower(module, 1000, 25)).toBe(400)
    expect(modulePower(module, 1000, 55)).toBeCloseTo(400 * (1 - 0.0035 * 30), 6)
    expect(modulePower(module, 0, 10)).toBe(0)
  })

  it('is 40 K above still air in full sun and cooler in wind (Faiman)', () => {
    expect(moduleTemperature(1000, 20, 0)).toBe(60)
    expect(moduleTemperature(1000, 20, 5)).toBeCloseTo(20 + 1000 / (25 + 34.2), 6)
  })
})

describe('inverter', () => {
  it('starts above its threshold, peaks near its efficiency and clips at its limit', () => {
    expect(convert(0, 10_000, 0.98, 10_000)).toMatchObject({ running: false, dcW: 0 })
    expect(convert(0, 10_000, 0.98, 10_000).acW).toBeLessThan(0)
    expect(convert(50, 10_000, 0.98, 10_000).running).toBe(false)
    const part = convert(6000, 10_000, 0.98, 10_000)
    expect(part.acW / 6000).toBeGreaterThan(0.97)
    expect(part.acW / 6000).toBeLessThan(0.985)
    const clipped = convert(13_000, 10_000, 0.98, 10_000)
    expect(clipped.acW).toBe(10_000)
    expect(clipped.dcW).toBeLessThan(10_500)
  })

  it('never gives more AC than it takes DC', () => {
    for (let offered = 0; offered <= 20_000; offered += 37) {
      const { acW, dcW } = convert(offered, 10_000, 0.992, 10_000)
      expect(acW).toBeLessThanOrEqual(Math.max(0, dcW))
    }
  })
})
