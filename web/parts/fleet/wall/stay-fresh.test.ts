import { describe, expect, it } from 'vitest'
import { COLUMNS, placeAt } from './stay-fresh.ts'

describe('a picture that burns nothing in', () => {
  const steps = Array.from({ length: 60 }, (_, step) => placeAt(step))
  it('never lies twice in a row in the same place, and never far from it', () => {
    const moved = steps.slice(1).map(({ x, y }, at) => x !== steps[at]?.x || y !== steps[at]?.y)
    expect(new Set(moved)).toEqual(new Set([true]))
    for (const { x, y } of steps) {
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(12)
    }
  })
  it('has each column in each place, for as long as in the others', () => {
    const turns = Array.from(
      { length: COLUMNS },
      (_, turn) => steps.filter((one) => one.turn === turn).length,
    )
    expect(turns).toEqual([20, 20, 20])
  })
})
