import { assert, constant, array, integer, oneof, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareCounted, shareOfTime } from './counter-share.ts'

const at = (...pairs: [ts: number, wh: number | null][]) => pairs.map(([ts, eTotWh]) => ({ ts, eTotWh }))

describe('the share of a counter', () => {
  it.each([
    ['before a moment', 0, 20, 0.5],
    ['after it', 20, 40, 0.5],
    ['between two readings, evenly', 15, 20, 0.125],
    ['all of it', -100, 100, 1],
    ['nothing of another time', 50, 60, 0],
  ])('%s', (_, from, to, share) => {
    expect(shareCounted(at([0, 1000], [10, 1010], [20, 1020], [30, 1040]), from, to)).toBeCloseTo(share, 9)
  })

  it('a fall counts nothing, and a reading without a value is passed over', () => {
    expect(shareCounted(at([0, 500], [10, 510], [20, null], [30, 0], [40, 30]), 0, 10)).toBeCloseTo(0.25, 9)
  })

  it('is not known where nothing was counted', () => {
    expect([shareCounted([], 0, 10), shareCounted(at([0, 5], [10, 5]), 0, 10)]).toEqual([null, null])
  })

  it('of times that follow each other the shares are 1 together', () => {
    const reading = tuple(integer({ min: 1, max: 50 }), oneof(constant(null), integer({ min: 0, max: 90 })))
    assert(
      property(array(reading, { maxLength: 30 }), array(integer({ min: 0, max: 1500 })), (steps, cuts) => {
        let ts = 0
        const readings = steps.map(([by, eTotWh]) => ({ ts: (ts += by), eTotWh }))
        const limits = [-1, ...cuts.toSorted((a, b) => a - b), 5000]
        const shares = limits.slice(1).map((to, no) => shareCounted(readings, limits[no] ?? 0, to))
        const total = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)
        expect(total).toBeCloseTo(shares.includes(null) ? 0 : 1, 9)
      }),
    )
  })
})

it('the share of a time is all or nothing of a moment', () => {
  expect([shareOfTime(0, 10, 5, 50), shareOfTime(5, 5, 5, 6), shareOfTime(5, 5, 0, 5)]).toEqual([0.5, 1, 0])
})
