import { array, assert, constantFrom, double, integer, property, record, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { project } from '#domain/mercator.ts'
import { FINEST_GRID } from '#domain/stations/map-grid.ts'
import { type Asked, cellIn, emptyPoints, gridded, orderOf, putPoint } from './station-grid.ts'

const somePlace = record({
  latitude: double({ min: -89, max: 89, noNaN: true }),
  longitude: double({ min: -180, max: 180, noNaN: true }),
})
const whole: Asked = { area: undefined, zoom: undefined, single: 10, most: 20 }
/** Cells by their columns and rows, and who stands in each. */
const standing = (places: { latitude: number; longitude: number }[], asked: Asked) => {
  const points = emptyPoints(places.length)
  for (const [at, place] of places.entries()) putPoint(points, at, place)
  const told = new Uint8Array(places.length).fill(1)
  const { inside, cells } = gridded({ points, told, order: () => orderOf(points) }, asked)
  const all = cells?.ends.map((end, no) => {
    const held = [...cells.held.subarray(cells.ends[no - 1] ?? 0, end)]
    const at = held[0] ?? 0
    const [column, row] = [points.column, points.row].map((of) => cellIn(of[at] ?? 0, cells.grid))
    return { column, row, held: held.toSorted((a, b) => a - b) }
  })
  return { inside: [...inside], cells: cells && { grid: cells.grid, all: all ?? [] } }
}

/** By its column and row, as a map has them. */
const cellOf = (place: { latitude: number; longitude: number }, grid: number): string => {
  const { x, y } = project(place)
  const side = 2 ** grid
  return [x % 1, y].map((share) => Math.max(0, Math.min(side - 1, Math.floor(share * side)))).join(' ')
}

describe('stations of an area', () => {
  it('stand in one cell each, in no more cells than may be told', () => {
    assert(
      property(array(somePlace, { minLength: 11, maxLength: 200 }), (places) => {
        const { cells, inside } = standing(places, whole)
        expect(inside).toHaveLength(places.length)
        expect(cells?.all.length).toBeLessThanOrEqual(20)
        expect(cells?.all.flatMap(({ held }) => held).toSorted((a, b) => a - b)).toEqual([...places.keys()])
      }),
    )
  })

  it('stand for themselves where there are few', () => {
    const places = Array.from({ length: 30 }, (_, no) => ({ latitude: no, longitude: no * 2 }))
    expect(standing(places.slice(0, 10), whole).cells).toBeNull()
    const area = { west: -1, south: -1, east: 19, north: 9.5 }
    const found = standing(places, { ...whole, area, zoom: 12 })
    expect(found).toEqual({ inside: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], cells: null })
  })

  it('are held by a cell whatever is asked for around it', () => {
    const corner = tuple(integer({ min: 0, max: 9 }), integer({ min: 0, max: 9 }))
    assert(
      property(
        array(somePlace, { minLength: 60, maxLength: 120 }),
        corner,
        constantFrom(2, 3, 4),
        (places, [x, y], zoom) => {
          const asked = { zoom, single: 0, most: 10_000 }
          const all = standing(places, { ...asked, area: undefined }).cells?.all ?? []
          const area = { west: -180 + x * 36, east: -144 + x * 36, south: -80 + y * 16, north: -64 + y * 16 }
          const some = standing(places, { ...asked, area }).cells?.all ?? []
          for (const cell of some) expect(all).toContainEqual(cell)
        },
      ),
    )
  })

  it('are told from as near as the map shows them, and not nearer', () => {
    const places = Array.from({ length: 30 }, (_, no) => ({ latitude: 48 + no / 1000, longitude: 11 }))
    const at = (zoom: number) => standing(places, { ...whole, most: 400, zoom }).cells
    expect([at(3)?.grid, at(3)?.all.length]).toEqual([6, 1])
    expect([at(14)?.grid, at(14)?.all.length]).toEqual([17, 17])
    expect(standing(places, { ...whole, most: 400 }).cells?.all).toHaveLength(30)
  })

  it('are told by the finest grid that leaves no more cells than may be told, each in the cell it stands in', () => {
    assert(
      property(array(somePlace, { minLength: 11, maxLength: 90 }), (places) => {
        const { cells } = standing(places, whole)
        const grid = cells?.grid ?? -1
        const byCell = Map.groupBy(places.keys(), (at) => cellOf(places[at]!, grid))
        const told = cells?.all.map(({ column, row, held }): [string, number[]] => [`${column} ${row}`, held])
        expect(new Map(told)).toEqual(byCell)
        const finer = new Set(places.map((place) => cellOf(place, grid + 1)))
        expect(grid === FINEST_GRID || finer.size > whole.most).toBe(true)
      }),
    )
  })

  it('are one cell where they stand at one place, however near', () => {
    const places = Array.from({ length: 30 }, () => ({ latitude: 48, longitude: 180 }))
    expect(standing(places, { ...whole, zoom: 24 }).cells?.all).toEqual([
      { column: 0, row: expect.any(Number), held: [...places.keys()] },
    ])
  })

  it('stand on both sides of 180°', () => {
    const places = [179.9, -179.9, 180, -180, 170, -170].map((longitude) => ({ latitude: -18, longitude }))
    const area = { west: 179, south: -19, east: -179, north: -17 }
    expect(standing(places, { ...whole, area, zoom: 10 }).inside).toEqual([0, 1, 2, 3])
  })
})
