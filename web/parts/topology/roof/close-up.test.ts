import { expect, test } from 'vitest'
import { closeUp } from './close-up.ts'

const cell = (id: string, x: number, y: number) => ({ place: { id }, x, y, w: 1, h: 1.5, modules: 1 })

test('wide strips between fields become narrow, neighbours stay neighbours', () => {
  const { cells, width, height } = closeUp([
    cell('a', 10, 2),
    cell('b', 11, 2),
    cell('c', 10, 3.5),
    cell('d', 20, 9),
  ])
  expect(cells.map(({ place, x, y }) => [place.id, x, y])).toEqual([
    ['a', 0, 0],
    ['b', 1, 0],
    ['c', 0, 1.5],
    ['d', 2.5, 3.5],
  ])
  expect([width, height]).toEqual([3.5, 5])
})

test('a strip that is narrow already stays as it is, and one cell or none is a plan too', () => {
  expect(closeUp([cell('a', 0, 0), cell('b', 1.2, 0)]).cells[1]?.x).toBeCloseTo(1.2)
  expect(closeUp([cell('a', 5, 5)])).toMatchObject({ width: 1, height: 1.5 })
  expect(closeUp([])).toEqual({ cells: [], width: 1, height: 1 })
})
