import { around, downOf } from '#domain/mercator.ts'
import { type Area, cellAt, cellsOf, FINEST_GRID, gridOf } from '#domain/stations/map-grid.ts'

/** Shares of the way around and down, of each station in its place. */
export type Points = { x: Float64Array; y: Float64Array }
/** A cell by its column and row, and the stations in it by their places. */
export type Cell = { column: number; row: number; held: number[] }
export type Gridded = {
  /** Stations in the area, by their places. */
  inside: number[]
  /** null: so few stand there that each can stand for itself. */
  cells: { grid: number; all: Cell[] } | null
}

export type Asked = {
  area: Area | undefined
  /** Of the map: cells need be no finer than it can show. */
  zoom: number | undefined
  /** So many stations are told one by one. */
  single: number
  /** Of more there are at most so many cells. */
  most: number
}

const everywhere: Area = { west: -180, south: -90, east: 180, north: 90 }

export const pointsOf = <T>(
  all: readonly T[],
  placeOf: (one: T) => { latitude: number; longitude: number },
): Points => {
  const points = { x: new Float64Array(all.length), y: new Float64Array(all.length) }
  for (let at = 0; at < all.length; at += 1) {
    const one = all[at]
    if (one === undefined) continue
    const { latitude, longitude } = placeOf(one)
    points.x[at] = around((longitude + 180) / 360)
    points.y[at] = downOf(latitude)
  }
  return points
}

/** Which stand in the area's cells of a grid; `see` gets each with its column and row and says whether to go on. */
const scan = (
  { x, y }: Points,
  area: Area,
  grid: number,
  see: (at: number, column: number, row: number) => boolean,
): void => {
  const { first, columns, top, bottom } = cellsOf(area, grid)
  const side = 2 ** grid
  for (let at = 0; at < x.length; at += 1) {
    const row = cellAt(y[at] ?? 0, side)
    if (row < top || row > bottom) continue
    const column = cellAt(x[at] ?? 0, side)
    const beyond = column - first
    if ((beyond < 0 ? beyond + side : beyond) < columns && !see(at, column, row)) return
  }
}

/** The finest grid that the map needs, or the next coarser that leaves at most `most` cells with a station in them. */
const fitting = (points: Points, area: Area, finest: number, most: number): number => {
  for (let grid = finest; grid > 0; grid -= 1) {
    const side = 2 ** grid
    const found = new Set<number>()
    scan(points, area, grid, (_, column, row) => found.add(row * side + column).size <= most)
    if (found.size <= most) return grid
  }
  return 0
}

/** Stations of an area in cells, whole ones, so that a cell holds the same whatever was asked for around it. */
export const gridded = (points: Points, { area = everywhere, zoom, single, most }: Asked): Gridded => {
  const finest = zoom === undefined ? FINEST_GRID : gridOf(zoom)
  const inside: number[] = []
  scan(points, area, finest, (at) => inside.push(at) > 0)
  if (inside.length <= single) return { inside, cells: null }
  const grid = fitting(points, area, finest, most)
  const side = 2 ** grid
  const cells = new Map<number, Cell>()
  scan(points, area, grid, (at, column, row) => {
    const key = row * side + column
    const cell = cells.get(key)
    if (cell) cell.held.push(at)
    else cells.set(key, { column, row, held: [at] })
    return true
  })
  return { inside, cells: { grid, all: [...cells.values()] } }
}
