import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { niceMarks } from './nice-marks.ts'

it('reaches the greatest value with few, even, ascending marks', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e12, noNaN: true }), (most) => {
      const marks = niceMarks(most)
      expect(marks[0]).toBe(0)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-9))
      expect(marks.length).toBeGreaterThanOrEqual(3)
      expect(marks.length).toBeLessThanOrEqual(5)
    }),
  )
})
it.each([
  [0, [0, 1]],
  [Number.NaN, [0, 1]],
  [7, [0, 2, 4, 6, 8]],
  [86_500, [0, 25_000, 50_000, 75_000, 100_000]],
])('%d is marked %j', (most, marks) => {
  expect(niceMarks(most)).toEqual(marks)
})
it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [5, [0, 2, 4, 6]],
  [10, [0, 3, 6, 9, 12]],
  [86_500, [0, 25_000, 50_000, 75_000, 100_000]],
])('a count of %d is marked in wholes, %j', (most, marks) => {
  expect(niceMarks(most, true)).toEqual(marks)
})
