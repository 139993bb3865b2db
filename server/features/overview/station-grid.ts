import { around, downOf } from '#domain/mercator.ts'
import { type Area, cellAt, cellsOf, FINEST_GRID, gridOf } from '#domain/stations/map-grid.ts'

/** Of each station in its place: shares of the way around and down, and its cell of the finest grid. */
export type Points = { x: Float64Array; y: Float64Array; column: Int32Array; row: Int32Array }
/**
 * Places along a curve that leaves no cell of any grid before it has been through all of it; `apart`: from which grid on each
 * stands in another cell than the one before it, beyond the finest where it never does.
 */
export type Order = { places: Int32Array; apart: Uint8Array }
/** Stations cell by cell, by their places; `ends`: behind the last of each cell. */
export type Cells = { grid: number; held: Int32Array; ends: readonly number[] }
export type Gridded = {
  /** Stations in the area, by their places. */
  inside: Int32Array
  /** null: so few stand there that each can stand for itself. */
  cells: Cells | null
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
/** Where stations stand, and which of them are looked at (1). `order` is asked for where there are cells. */
export type Standing = { points: Points; told: Uint8Array; order: () => Order }

const everywhere: Area = { west: -180, south: -90, east: 180, north: 90 }
const FINEST_SIDE = 2 ** FINEST_GRID

export const emptyPoints = (length: number): Points => ({
  x: new Float64Array(length),
  y: new Float64Array(length),
  column: new Int32Array(length),
  row: new Int32Array(length),
})

export const putPoint = (
  { x, y, column, row }: Points,
  at: number,
  { latitude, longitude }: { latitude: number; longitude: number },
): void => {
  const across = around((longitude + 180) / 360)
  const down = downOf(latitude)
  x[at] = across
  y[at] = down
  column[at] = cellAt(across, FINEST_SIDE)
  row[at] = cellAt(down, FINEST_SIDE)
}

/** In a coarser grid. */
export const cellIn = (finestCell: number, grid: number): number => finestCell >> (FINEST_GRID - grid)

/** Which comes first along the curve: by the highest bit in which their cells are not the same. */
const orderOn =
  ({ column, row }: Points) =>
  (a: number, b: number): number => {
    const across = (column[a] ?? 0) ^ (column[b] ?? 0)
    const down = (row[a] ?? 0) ^ (row[b] ?? 0)
    const isDown = across < down && across < (across ^ down)
    return (isDown ? (row[a] ?? 0) - (row[b] ?? 0) : (column[a] ?? 0) - (column[b] ?? 0)) || a - b
  }

export const orderOf = (points: Points): Order => {
  const { column, row } = points
  const places = new Int32Array(column.length)
  for (let at = 0; at < places.length; at += 1) places[at] = at
  places.sort(orderOn(points))
  const apart = new Uint8Array(places.length)
  for (let no = 1; no < places.length; no += 1) {
    const [a, b] = [places[no - 1] ?? 0, places[no] ?? 0]
    const other = ((column[a] ?? 0) ^ (column[b] ?? 0)) | ((row[a] ?? 0) ^ (row[b] ?? 0))
    // Of 32 bits the lowest are a cell's.
    apart[no] = other === 0 ? FINEST_GRID + 1 : FINEST_GRID - 31 + Math.clz32(other)
  }
  return { places, apart }
}

/** Whether a place is looked at and stands in the area's cells of a grid. */
const seenIn = ({ points: { column, row }, told }: Standing, area: Area, grid: number) => {
  const { first, columns, top, bottom } = cellsOf(area, grid)
  const side = 2 ** grid
  const finer = FINEST_GRID - grid
  return (at: number): boolean => {
    if (told[at] !== 1) return false
    const down = (row[at] ?? 0) >> finer
    if (down < top || down > bottom) return false
    const beyond = ((column[at] ?? 0) >> finer) - first
    return (beyond < 0 ? beyond + side : beyond) < columns
  }
}

/** The stations of the area by their cells; null where those are more than `most`. */
const inCells = (
  standing: Standing,
  { places, apart }: Order,
  { area, grid, most }: { area: Area; grid: number; most: number },
): Cells | null => {
  const isSeen = seenIn(standing, area, grid)
  const held = new Int32Array(places.length)
  const ends: number[] = []
  let count = 0
  // Of all since the last that was seen: the first of all begins a cell.
  let parted = 0
  for (let no = 0; no < places.length; no += 1) {
    parted = Math.min(parted, apart[no] ?? 0)
    const at = places[no] ?? 0
    if (!isSeen(at)) continue
    if (parted <= grid && count > 0) ends.push(count)
    if (ends.length >= most) return null
    held[count] = at
    count += 1
    parted = FINEST_GRID + 1
  }
  if (count > 0) ends.push(count)
  return { grid, held: held.subarray(0, count), ends }
}

/** The finest grid up to `finest` by which all that are looked at stand in at most `most` cells: counted for all at once. */
const gridOfAll = ({ told }: Standing, { places, apart }: Order, finest: number, most: number): number => {
  const begun = new Int32Array(FINEST_GRID + 2)
  let parted = 0
  for (let no = 0; no < places.length; no += 1) {
    parted = Math.min(parted, apart[no] ?? 0)
    if (told[places[no] ?? 0] !== 1) continue
    begun[parted] = (begun[parted] ?? 0) + 1
    parted = FINEST_GRID + 1
  }
  let cells = 0
  for (let grid = 0; grid <= finest; grid += 1) {
    cells += begun[grid] ?? 0
    if (cells > most) return Math.max(0, grid - 1)
  }
  return finest
}

/** Stations of an area in cells, whole ones, so that a cell holds the same whatever was asked for around it. */
export const gridded = (standing: Standing, { area = everywhere, zoom, single, most }: Asked): Gridded => {
  const finest = zoom === undefined ? FINEST_GRID : gridOf(zoom)
  const isSeen = seenIn(standing, area, finest)
  const all = new Int32Array(standing.told.length)
  let count = 0
  for (let at = 0; at < all.length; at += 1) {
    if (!isSeen(at)) continue
    all[count] = at
    count += 1
  }
  const inside = all.subarray(0, count)
  if (count <= single) return { inside, cells: null }
  const order = standing.order()
  // The finest grid that the map needs, or the next coarser that leaves at most `most` cells with a station in them. Cells of
  // a coarser one may reach farther beyond the area.
  const from = area === everywhere ? gridOfAll(standing, order, finest, most) : finest
  let cells: Cells | null = null
  for (let grid = from; cells === null && grid >= 0; grid -= 1)
    cells = inCells(standing, order, { area, grid, most })
  return { inside, cells }
}
