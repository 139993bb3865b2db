import { expect, it } from 'vitest'
import { firstInOrder } from './first-in-order.ts'

type Row = { key: number; n: number }
const byKey = (a: Row, b: Row): number => a.key - b.key

it('are the first of all in their order, equal ones as they came', () => {
  for (let seed = 1; seed < 40; seed += 1) {
    const rows = Array.from({ length: seed * 3 }, (_, n): Row => ({ key: (n * seed * 7_919) % 23, n }))
    for (const most of [1, 2, 20, rows.length, rows.length + 5])
      expect(firstInOrder(rows, most, byKey)).toEqual(rows.toSorted(byKey).slice(0, most))
  }
  expect(firstInOrder([], 5, byKey)).toEqual([])
})
