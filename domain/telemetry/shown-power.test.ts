import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, every, MINUTE } from '#tests/factories/counter-series.ts'
import type { CounterReading } from './counter-rules.ts'
import { counterGrowthWh, energyLedger } from './energy-ledger.ts'
import { beyondRating, nothingShown, shownFrom, shownPowerW } from './shown-power.ts'

const five = (values: (number | null)[]) => every(5 * MINUTE, '2024-06-01T10:00Z', values)
const growth = (readings: CounterReading[], limits: Parameters<typeof energyLedger>[1]): number =>
  counterGrowthWh(energyLedger(readings, limits).segments)

/** Days of a device: a sun from 6 to 18 h, clouds as given, read every so often, in whole units. */
const days = (peakW: number, clouds: readonly number[], everyMin: number, unit: number): CounterReading[] => {
  let wh = 40_000_000
  const steps = (2 * 24 * 60) / everyMin
  return every(
    everyMin * MINUTE,
    '2024-06-01T00:00Z',
    Array.from({ length: steps }, (_, n) => {
      const hour = ((n * everyMin) / 60) % 24
      const sun = hour > 6 && hour < 18 ? Math.sin(((hour - 6) / 12) * Math.PI) : 0
      wh += peakW * sun * (clouds[n % clouds.length] ?? 1) * (everyMin / 60)
      return Math.floor(wh / unit) * unit
    }),
  )
}

describe('power that a counter shows by itself', () => {
  it('is what it brings in the third best of the stretches of a day', () => {
    expect(shownPowerW(five(Array.from({ length: 15 }, (_, n) => 9_000_001 + n * 2000)))).toBeCloseTo(
      24_000,
      -2,
    )
    expect(shownPowerW(five([9_000_001, 9_002_001, 9_004_001]))).toBeNull()
    expect(shownPowerW([])).toBeNull()
  })

  it('is not what a jump, a spike, a dip or a burst of late messages brings', () => {
    const still = Array.from({ length: 30 }, () => 9_000_001)
    expect(shownPowerW(five([...still, ...still.map((wh) => wh + 800_000)]))).toBeNull()
    const spike = [...still, 9_800_001, ...still]
    expect(shownPowerW(five([...spike, ...spike, ...spike, ...spike]))).toBeNull()
    expect(shownPowerW(five([...still, 3, ...still]))).toBeNull()
    const burst = every(
      1000,
      '2024-06-01T12:40Z',
      Array.from({ length: 60 }, (_, n) => 9_000_001 + n * 2000),
    )
    expect(shownPowerW([...five(still), ...burst])).toBeNull()
  })

  it('is not what one step of a coarse counter seems to bring', () => {
    const slow = five(Array.from({ length: 60 }, (_, n) => 9_000_000 + Math.floor(n / 12) * 1000))
    expect(shownPowerW(slow)).toBeNull()
  })

  it('is the same however the readings are cut, and found where it is more than what has to be beaten', () => {
    fc.assert(
      fc.property(
        anySeries,
        fc.double({ min: 0, max: 20_000, noNaN: true }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
        (series, mostW, sizes) => {
          // So far apart that a stretch is two to five readings long.
          const all = series.map((reading, n) => ({ ...reading, ts: reading.ts + n * MINUTE }))
          let state = nothingShown(mostW)
          for (let at = 0, n = 0; at < all.length; n += 1) {
            const size = sizes[n % sizes.length] ?? 1
            state = shownFrom(JSON.parse(JSON.stringify(state)), all.slice(at, at + size))
            at += size
          }
          expect(state.mostW).toBe(Math.max(mostW, shownPowerW(all) ?? 0))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('counts only where it is more than the rating allows', () => {
    expect(beyondRating(27_000, { ratedW: 27.6 })).toBe(27_000)
    expect(beyondRating(20_000, { ratedW: 17_000 })).toBeNull()
    expect(beyondRating(20_000, { ratedW: null })).toBeNull()
    expect(beyondRating(null, { ratedW: 17_000 })).toBeNull()
  })

  it('D11: 27.6 typed for 27,600 and half the true rating lose nothing', () => {
    const readings = days(26_000, [1, 0.9, 0.4, 1], 5, 1)
    const truth = growth(readings, { ratedW: 27_600 })
    const shownW = beyondRating(shownPowerW(readings), { ratedW: 27.6 })
    expect(growth(readings, { ratedW: 27.6 })).toBeLessThan(truth / 5)
    expect(growth(readings, { ratedW: 27.6, shownW })).toBe(truth)
    expect(growth(readings, { ratedW: 13_800 })).toBe(truth)
  })

  it('D11: energy is what the counter counted, whatever rating was typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(300, 5000, 27_600, 1_000_000),
        fc.constantFrom(0.00001, 0.001, 0.01, 0.1, 0.3, 0.5, 0.8, 1, 2, 100, 1e6),
        // A third of the time is clear.
        fc
          .array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 })
          .map((list) => list.flatMap((cloud, n) => (n % 2 === 0 ? [1, cloud] : [cloud]))),
        fc.constantFrom(1, 5, 15, 30, 60),
        fc.constantFrom(1, 10, 100, 1000),
        (trueW, factor, clouds, everyMin, coarse) => {
          const unit = coarse > trueW / 20 ? 1 : coarse
          const ratedW = trueW * factor
          const readings = days(trueW, clouds, everyMin, unit)
          const truth = (readings.at(-1)?.eTotWh ?? 0) - (readings[0]?.eTotWh ?? 0)
          const shownW = beyondRating(shownPowerW(readings), { ratedW })
          const found = growth(readings, { ratedW, shownW })
          expect(found).toBeLessThanOrEqual(truth)
          expect(found).toBeGreaterThanOrEqual(truth * 0.98 - unit)
          // A right rating is never doubted.
          expect(factor >= 1 && shownW !== null).toBe(false)
        },
      ),
      { numRuns: 400 },
    )
  })
})
