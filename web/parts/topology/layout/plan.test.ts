import { describe, expect, it } from 'vitest'
import { cellAt, planOf, type ArrayData, type Place } from './plan.ts'

const place = (id: string, more: Partial<Place> = {}): Place => ({
  id,
  kind: 'optimizer',
  stringId: 's1',
  position: null,
  areaId: null,
  row: null,
  col: null,
  modules: 1,
  moduleW: null,
  deviceId: `d${id}`,
  version: 1,
  ...more,
})
const string = (id: string, no: number): ArrayData['strings'][number] => ({
  id,
  inverterId: 'i',
  mpptNo: null,
  no,
  name: '',
  capacityW: null,
  version: 1,
  members: { optimizers: 0, shutdowns: 0 },
})
const area = {
  id: 'a',
  name: 'South',
  rows: 2,
  cols: 4,
  portrait: true,
  tiltDeg: 15,
  azimuthDeg: 180,
  x: -3,
  y: 5,
  version: 1,
}
const names = {
  string: (one: ArrayData['strings'][number]) => `S${one.no}`,
  area: (one: ArrayData['areas'][number]) => one.name,
  rest: 'none',
  modulesOf: () => 1,
}
const plan = (places: Place[], areas: ArrayData['areas'] = []) =>
  planOf({ strings: [string('s1', 1), string('s2', 2)], places, areas, version: 1 }, names)
const ids = (places: readonly { place: Place }[]) => places.map((one) => one.place.id)

describe('a plan without areas', () => {
  it('has a row a string, in the order of the positions', () => {
    const made = plan([
      place('b', { position: 2 }),
      place('x'),
      place('a', { position: 1 }),
      place('c', { stringId: 's2', position: 1 }),
      place('n', { stringId: null }),
    ])
    expect(made.automatic).toBe(true)
    expect(ids(made.cells)).toEqual(['a', 'b', 'x', 'c', 'n'])
    expect(made.blocks.map(({ label }) => label)).toEqual(['S1', 'S2', 'none'])
    const [a, b] = made.cells
    expect([b?.x, b?.y]).toEqual([(a?.x ?? 0) + 1, a?.y])
  })
  it('lays three thousand out about as wide as high, none upon another', () => {
    const places = Array.from({ length: 3000 }, (_, n) =>
      place(String(n), { stringId: n % 2 ? 's1' : 's2', position: Math.floor(n / 2) + 1 }),
    )
    const made = plan(places)
    expect(new Set(made.cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(3000)
    expect(made.width / made.height).toBeGreaterThan(0.3)
    expect(made.width / made.height).toBeLessThan(3)
  })
})

describe('a plan with areas', () => {
  it('puts modules on their spots and the rest below', () => {
    const made = plan(
      [place('a', { areaId: 'a', row: 2, col: 3 }), place('b', { stringId: 's2', position: 1 })],
      [area],
    )
    expect(made.automatic).toBe(false)
    const [a, b] = made.cells
    expect([a?.x, a?.w]).toEqual([2, 1])
    expect((b?.y ?? 0) > (a?.y ?? 0) + (a?.h ?? 0)).toBe(true)
  })
  it('gives an optimizer of two modules the free spot beside it, and no more', () => {
    const [two, three] = plan(
      [
        place('a', { areaId: 'a', row: 1, col: 1, modules: 2 }),
        place('b', { areaId: 'a', row: 1, col: 3, modules: 3 }),
      ],
      [area],
    ).cells
    expect([two?.w, three?.w]).toEqual([2, 2])
    const [held] = plan(
      [place('a', { areaId: 'a', row: 1, col: 1, modules: 2 }), place('b', { areaId: 'a', row: 1, col: 2 })],
      [area],
    ).cells
    expect([held?.w, held?.modules]).toEqual([1, 2])
  })
})

describe('a shutdown device', () => {
  it('is a mark on the module of its position or spot, and a module where there is none', () => {
    const made = plan([
      place('a', { position: 1 }),
      place('b', { position: 2 }),
      place('sa', { kind: 'shutdown', position: 1 }),
      place('sz', { kind: 'shutdown', position: 9 }),
    ])
    expect(ids(made.cells)).toEqual(['a', 'b', 'sz'])
    expect(made.cells.map(({ mark }) => mark?.id ?? null)).toEqual(['sa', null, null])
  })
})

it('a touch means the module under it, or the nearest within reach', () => {
  const { cells } = plan([place('a', { position: 1 }), place('b', { position: 2 })])
  const [a] = cells
  if (!a) throw new Error('no cell')
  expect(cellAt(cells, a.x + 1.5, a.y + 0.2, 0.1)?.place.id).toBe('b')
  expect(cellAt(cells, a.x - 0.3, a.y + 0.2, 0.5)?.place.id).toBe('a')
  expect(cellAt(cells, a.x - 3, a.y, 0.5)).toBeNull()
})
