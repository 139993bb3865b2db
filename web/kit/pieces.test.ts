import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessHeight, mostPieces, pieceSize, piecesNear } from './pieces.ts'

const edgesOf = (count: number, height: number, scrolled: number): number[] =>
  Array.from({ length: count + 1 }, (_, no) => no * height - scrolled)

describe('which pieces of a list are in the page', () => {
  it('those that are seen and their neighbours, wherever the list stands', () => {
    expect(piecesNear(edgesOf(26, 4000, 0), 800, 1600)).toEqual({ first: 0, last: 0 })
    expect(piecesNear(edgesOf(26, 4000, 41_000), 800, 1600)).toEqual({ first: 9, last: 10 })
    expect(piecesNear(edgesOf(26, 4000, 104_000), 800, 1600)).toEqual({ first: 25, last: 25 })
  })

  it('one at least, also when all of the list is far above or below', () => {
    expect(piecesNear(edgesOf(5, 4000, 90_000), 800, 1600)).toEqual({ first: 4, last: 4 })
    expect(piecesNear(edgesOf(5, 4000, -90_000), 800, 1600)).toEqual({ first: 0, last: 0 })
  })

  it('never so many that more than 1,000 items are rendered, whatever is measured', () => {
    // A list that is not laid out measures nothing: every edge is 0.
    expect(piecesNear(edgesOf(200, 0, 0), 800, 1600)).toEqual({ first: 0, last: mostPieces - 1 })
    expect((mostPieces + 1) * pieceSize).toBeLessThanOrEqual(1000)
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 9000, noNaN: true }), { minLength: 3, maxLength: 300 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.integer({ min: 100, max: 4000 }),
        (heights, start, height) => {
          let at = start
          const edges = [at, ...heights.map((one) => (at += one))]
          const { first, last } = piecesNear(edges, height, 2 * height)
          expect(first).toBeGreaterThanOrEqual(0)
          expect(last).toBeGreaterThanOrEqual(first)
          expect(last).toBeLessThan(heights.length)
          expect(last - first).toBeLessThan(mostPieces)
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
