import { expect, it } from 'vitest'
import { placeOf, reachOf, wordOf } from './deviation.ts'

it.each([
  [[], 0.1],
  [[0.01, -0.03], 0.1],
  [[-0.12], 0.2],
  [[0.3], 0.3],
  [[-1, 0.2], 0.5],
])('deviations %j reach %d to either side', (shares, reach) => {
  expect(reachOf(shares)).toBe(reach)
})

it('the median stands in the middle, and what lies beyond at the end', () => {
  expect([placeOf(0, 0.2), placeOf(0.1, 0.2), placeOf(-0.2, 0.2), placeOf(-1, 0.5), placeOf(3, 0.5)]).toEqual(
    [0.5, 0.75, 0, 0, 1],
  )
})

it('has a word', () => {
  expect([0.019, -0.019, 0.02, -0.5].map(wordOf)).toEqual(['level', 'level', 'above', 'below'])
})
