import { describe, expect, it, test } from 'vitest'
import { beginsAnew, COLUMNS, placeAt } from './stay-fresh.ts'

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

test('a screen begins anew once a night, and not within a day of it', () => {
  const hour = 3_600_000
  const opened = 4.5
  const anew: number[] = []
  let last = opened
  for (let at = opened; at < opened + 72; at += 1 / 12) {
    if (!beginsAnew((at - last) * hour, Math.floor(at % 24))) continue
    anew.push(at)
    last = at
  }
  expect(anew).toHaveLength(3)
  expect(anew.every((at) => Math.floor(at % 24) === 4)).toBe(true)
})
