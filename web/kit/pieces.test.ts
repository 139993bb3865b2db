import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessHeight, mostPieces, pieceSize, piecesNear } from './pieces.ts'

/** Pieces near the window of a list of as many, each `height` high, scrolled so far. */
const near = (count: number, height: number, scrolled: number) =>
  piecesNear(count, (no) => no * height - scrolled, 800, 1600)

describe('which pieces of a list are in the page', () => {
  it('those that are seen and their neighbours, wherever the list stands', () => {
    expect(near(26, 4000, 0)).toEqual({ first: 0, last: 0 })
    expect(near(26, 4000, 41_000)).toEqual({ first: 9, last: 10 })
    expect(near(26, 4000, 104_000)).toEqual({ first: 25, last: 25 })
  })

  it('one at least, also when all of the list is far above or below', () => {
    expect(near(5, 4000, 90_000)).toEqual({ first: 4, last: 4 })
    expect(near(5, 4000, -90_000)).toEqual({ first: 0, last: 0 })
  })

  it('never so many that more than 1,000 items are rendered, whatever is measured', () => {
    // A list that is not laid out measures nothing: every edge is 0.
    expect(near(200, 0, 0)).toEqual({ first: 0, last: mostPieces - 1 })
    expect((mostPieces + 1) * pieceSize).toBeLessThanOrEqual(1000)
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 9000, noNaN: true }), { minLength: 3, maxLength: 300 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.integer({ min: 100, max: 4000 }),
        (heights, start, height) => {
          let at = start
          const edges = [at, ...heights.map((one) => (at += one))]
          const { first, last } = piecesNear(heights.length, (no) => edges[no] ?? 0, height, 2 * height)
          expect(first).toBeGreaterThanOrEqual(0)
          expect(last).toBeGreaterThanOrEqual(first)
          expect(last).toBeLessThan(heights.length)
          expect(last - first).toBeLessThan(mostPieces)
          // None between the upper margin and the first is left out.
          expect(first === 0 || (edges[first] ?? 0) < -2 * height).toBe(true)
        },
      ),
    )
  })

  it('a piece never seen is as high as those that were', () => {
    expect(guessHeight(new Map(), 4000)).toBe(4000)
    expect(
      guessHeight(
        new Map([
          [0, 3000],
          [4, 5000],
        ]),
        80,
      ),
    ).toBe(4000)
  })
})
