import { assert, double, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { around, project } from '../mercator.ts'
import { cellAt, cellsOf, FINEST_GRID, gridOf, readArea, writeArea, type Area } from './map-grid.ts'

const degrees = (max: number) => integer({ min: -max * 1000, max: max * 1000 }).map((of) => of / 1000)
const someArea = record({ west: degrees(180), east: degrees(180), one: degrees(85), other: degrees(85) })

const holds = (area: Area, grid: number, place: { latitude: number; longitude: number }): boolean => {
  const { first, columns, top, bottom } = cellsOf(area, grid)
  const side = 2 ** grid
  const { x, y } = project(place)
  const row = cellAt(y, side)
  return (cellAt(around(x), side) - first + side) % side < columns && row >= top && row <= bottom
}

describe('the grid of a map', () => {
  it('has the more cells the nearer one looks, and an end', () => {
    expect([0, 1, 5.4, 5.5, 24].map(gridOf)).toEqual([3, 4, 8, 9, FINEST_GRID])
  })

  it('has all cells that an area touches', () => {
    assert(
      property(
        someArea,
        integer({ min: 0, max: FINEST_GRID }),
        double({ min: 0, max: 0.999, noNaN: true }),
        double({ min: 0, max: 0.999, noNaN: true }),
        ({ west, east, one, other }, grid, right, up) => {
          const area = { west, east, south: Math.min(one, other), north: Math.max(one, other) }
          const span = (((east - west) % 360) + 360) % 360
          const across = west + span * right
          const place = {
            latitude: area.south + (area.north - area.south) * up,
            longitude: across > 180 ? across - 360 : across,
          }
          expect(holds(area, grid, place)).toBe(true)
        },
      ),
    )
  })

  it('goes over 180° where west is more than east, and all around from one to the other', () => {
    const pacific = { west: 170, south: -50, east: -170, north: 0 }
    const at = (longitude: number): boolean => holds(pacific, 10, { latitude: -20, longitude })
    expect([175, 180, -180, -175].map(at)).toEqual([true, true, true, true])
    expect([165, -165, 0].map(at)).toEqual([false, false, false])
    expect(cellsOf({ west: -180, south: -90, east: 180, north: 90 }, 5)).toEqual({
      grid: 5,
      first: 0,
      columns: 32,
      top: 0,
      bottom: 31,
    })
    // A place is an area of one cell.
    expect(cellsOf({ west: 11.5, south: 48, east: 11.5, north: 48 }, 20).columns).toBe(1)
  })
})

describe('an area in an address', () => {
  it('is read as it was written', () => {
    const area = { west: 170.25, south: -50, east: -170, north: 0.000001 }
    expect(readArea(writeArea(area))).toEqual(area)
  })

  it.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    '1,5,3,4',
    '-181,0,0,1',
    '0,0,181,1',
    '0,-91,0,1',
    '0,0,1,91',
    'a,b,c,d',
    '1e1,0,1,1',
    ' 1,2,3,4',
  ])('is none: %j', (text) => expect(readArea(text)).toBeNull())
})
