import { expect, it } from 'vitest'
import { trackerOffs } from './tracker-offs.ts'

const of = (...shares: (readonly [now: number | null, usual: number | null])[]) =>
  [...trackerOffs(shares.map(([now, usual], at) => ({ n: at + 1, now, usual })))].map(([n, off]) => [
    n,
    Math.round(off * 100),
  ])

it('of a dead tracker the others are not too high', () => {
  expect(of([0.25, 0.2], [0.25, 0.2], [0.25, 0.2], [0.25, 0.2], [0, 0.2])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
    [5, -100],
  ])
  expect(of([1, 0.5], [0, 0.5])).toEqual([
    [1, 0],
    [2, -100],
  ])
})

it('what is not known is left out, and all of it where nothing gives anything', () => {
  expect(of([0.4, 0.5], [null, 0.5], [0.6, null], [0.5, 0.5])).toEqual([
    [1, -20],
    [4, 0],
  ])
  expect(of([0, 0.5], [0, 0.5])).toEqual([])
})
