import { describe, expect, it } from 'vitest'
import { area, place, smallSite } from './array.fixture.ts'
import {
  fillCells,
  fillPositions,
  moveToPosition,
  moveToSpot,
  nextForRow,
  setModules,
  shift,
  takeOut,
} from './moves.ts'
import { nowhere } from '#domain/devices/place-fields.ts'
import { freePositions, nextFree, tailOf } from './site.ts'

const site = smallSite([
  place('o1', { stringId: 's1', position: 1, areaId: 'a1', row: 1, col: 1 }),
  place('o2', { stringId: 's1', position: 2, areaId: 'a1', row: 1, col: 2 }),
  place('o3', { stringId: 's1', position: 3 }),
  place('o4', { stringId: 's1', position: 4 }),
  place('o5', { stringId: 's2', position: 1, areaId: 'a1', row: 2, col: 2 }),
  place('d1', { stringId: 's1', position: 1, areaId: 'a1', row: 1, col: 1 }, 'shutdown'),
])
const wants = (changes: readonly { deviceId: string; want: object }[]) =>
  Object.fromEntries(changes.map(({ deviceId, want }) => [deviceId, want]))

describe('what a person does to an array', () => {
  it('puts a device into a free position and leaves its spot', () => {
    expect(moveToPosition(site, 'o1', 's2', 7)).toEqual([
      { deviceId: 'o1', want: { ...nowhere, stringId: 's2', position: 7, areaId: 'a1', row: 1, col: 1 } },
    ])
  })
  it('lets two devices change places', () => {
    const swapped = wants(moveToPosition(site, 'o1', 's2', 1))
    expect(swapped['o1']).toMatchObject({ stringId: 's2', position: 1, areaId: 'a1', row: 1, col: 1 })
    expect(swapped['o5']).toMatchObject({ stringId: 's1', position: 1, areaId: 'a1', row: 2, col: 2 })
    const moved = wants(moveToSpot(site, 'o1', 'a1', { row: 1, col: 2 }))
    expect(moved['o2']).toMatchObject({ row: 1, col: 1, position: 2 })
  })
  it('takes the place of another when it had none itself', () => {
    const put = wants(moveToPosition(site, 'o9', 's1', 1))
    expect(put['o1']).toMatchObject({ stringId: null, position: null, areaId: 'a1' })
  })
  it('keeps optimizers and shutdown devices of one position apart', () => {
    expect(site.atPosition('shutdown', 's1', 1)).toBe('d1')
    expect(moveToPosition(site, 'd1', 's1', 2)).toHaveLength(1)
  })
  it('changes nothing where nothing changes', () => {
    expect(moveToPosition(site, 'o1', 's1', 1)).toEqual([])
    expect(setModules(site, ['o1'], { modules: 1, moduleW: null })).toEqual([])
    expect(setModules(site, ['o1'], { modules: 2, moduleW: 900 })).toHaveLength(1)
  })
  it('fills free positions and cells in order, no further than there are', () => {
    const free = freePositions(site, 'optimizer', 's1', { from: 1, count: 2, most: 6 })
    expect(free).toEqual([5, 6])
    expect(fillPositions(site, ['o6', 'o7', 'o8'], 's1', free).map(({ want }) => want.position)).toEqual([
      5, 6,
    ])
    expect(
      fillCells(site, ['o6'], 'a1', [
        { row: 3, col: 1 },
        { row: 3, col: 2 },
      ]),
    ).toHaveLength(1)
  })
  it('moves several together, not over the edge and not over others', () => {
    expect(shift(site, ['o1', 'o2'], area, { rows: 0, cols: 1 })?.map(({ want }) => want.col)).toEqual([2, 3])
    expect(shift(site, ['o1', 'o2'], area, { rows: 1, cols: 0 })).toBeNull()
    expect(shift(site, ['o1', 'o2'], area, { rows: -1, cols: 0 })).toBeNull()
  })
  it('takes out of the string or out of the layout, and leaves the other', () => {
    expect(takeOut(site, ['o1', 'o9'], 'string')).toHaveLength(1)
    expect(takeOut(site, ['o1'], 'area')[0]?.want).toMatchObject({ stringId: 's1', areaId: null })
  })
  it('goes on with the string where a copied row ends', () => {
    expect(nextForRow(site, ['o1', 'o2'], 'optimizer')).toEqual(['o3', 'o4'])
  })
  it('proposes the next free number', () => {
    expect(nextFree([])).toBe(1)
    expect(nextFree([1, 2, 4])).toBe(3)
    expect(tailOf('P3-4711-0098')).toBe('0098')
  })
})
