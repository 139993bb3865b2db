import { describe, expect, it } from 'vitest'
import { markedCells, partOf } from './marked.ts'
import { planOf, type ArrayData, type Place } from './plan.ts'

const place = (id: string, more: Partial<Place> = {}): Place => ({
  id,
  kind: 'optimizer',
  stringId: null,
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
const string = (id: string, inverterId: string, mpptNo: number | null): ArrayData['strings'][number] => ({
  id,
  inverterId,
  mpptNo,
  no: 1,
  name: '',
  capacityW: null,
  version: 1,
  members: { optimizers: 0, shutdowns: 0 },
})
const strings = [string('s1', 'i1', 1), string('s2', 'i1', 2), string('s3', 'i2', null)]
const { cells } = planOf(
  {
    strings,
    places: [
      place('a', { stringId: 's1', position: 1 }),
      place('b', { stringId: 's1', position: 2 }),
      place('c', { stringId: 's2', position: 1 }),
      place('d', { stringId: 's3', position: 1 }),
      place('off', { kind: 'shutdown', stringId: 's1', position: 2 }),
    ],
    areas: [],
    version: 1,
  },
  { string: ({ id }) => id, area: ({ name }) => name, rest: 'none', modulesOf: () => 1 },
)
const marked = (mark: Parameters<typeof markedCells>[2]): string[] =>
  markedCells(cells, strings, mark).map((cell) => cell.place.id)

describe('what a link marks in the array', () => {
  it('is the module of an optimizer, and of a shutdown device the module that it hangs at', () => {
    expect(marked({ deviceId: 'dc' })).toEqual(['c'])
    expect(marked({ deviceId: 'doff' })).toEqual(['b'])
  })
  it('is all that hangs on a string, on an inverter, or on one of its MPPTs', () => {
    expect(marked({ stringId: 's1' })).toEqual(['a', 'b'])
    expect(marked({ deviceId: 'i1' })).toEqual(['a', 'b', 'c'])
    expect(marked({ deviceId: 'i1', mppt: '2' })).toEqual(['c'])
    // A tracker that no string is said to hang at: the inverter is known all the same.
    expect(marked({ deviceId: 'i1', mppt: '9' })).toEqual(['a', 'b', 'c'])
  })
  it('is nothing for what the plan has nothing of', () => {
    expect(marked({})).toEqual([])
    expect(marked({ deviceId: 'gone' })).toEqual([])
    expect(partOf([])).toBeNull()
  })
  it('takes the part of the plan from its first to its last module', () => {
    const part = partOf(markedCells(cells, strings, { stringId: 's1' }))
    expect(part?.w).toBe(2)
    expect(part?.h).toBeCloseTo(1.55)
  })
})
