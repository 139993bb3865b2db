import { around, downOf } from '../mercator.ts'

/** Degrees. West may lie east of east: the area goes over 180°. From -180 to 180 is all around. */
export type Area = { west: number; south: number; east: number; north: number }

/** Grids divide each side of the Mercator world into 2^grid cells. The finest: cells of a metre at the equator. */
export const FINEST_GRID = 25
/** The cells of a zoom are eight times as fine as its tiles. */
const CELLS_OF_TILE = 3
/** Beyond it no map goes (a world of 256 * 2^zoom px), and no grid is finer. */
export const ZOOM_MAX = 24

/** The grid whose cells are 23 to 45 px on a map of this zoom: less than marks need beside each other. */
export const gridOf = (zoom: number): number =>
  Math.min(FINEST_GRID, Math.max(0, Math.round(zoom) + CELLS_OF_TILE))

/** Columns of a grid, `columns` of them from `first` on, around the world where need be, and rows; all included. */
export type Cells = { grid: number; first: number; columns: number; top: number; bottom: number }

/** Degrees, -180 to 180, to the share of the way around. */
const acrossOf = (longitude: number): number => around((longitude + 180) / 360)

/** The cell that a share of a side lies in. */
export const cellAt = (share: number, side: number): number =>
  Math.min(side - 1, Math.max(0, Math.floor(share * side)))

/** All cells that the area touches, whole ones: what a cell holds does not depend on who asks for how much around it. */
export const cellsOf = ({ west, south, east, north }: Area, grid: number): Cells => {
  const side = 2 ** grid
  const span = east - west >= 360 ? 1 : around((east - west) / 360)
  const from = acrossOf(west)
  const first = cellAt(from, side)
  return {
    grid,
    first,
    columns: span === 1 ? side : Math.min(side, Math.floor((from + span) * side) - first + 1),
    top: cellAt(downOf(north), side),
    bottom: cellAt(downOf(south), side),
  }
}

/** West, south, east, north, degrees. */
export const areaPattern = /^-?\d{1,3}(?:\.\d{1,12})?(?:,-?\d{1,3}(?:\.\d{1,12})?){3}$/

/** null: not an area of this world. */
export const readArea = (text: string): Area | null => {
  if (!areaPattern.test(text)) return null
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number)
  const on = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north
  return on ? { west, south, east, north } : null
}

export const writeArea = ({ west, south, east, north }: Area): string =>
  [west, south, east, north].map((degrees) => degrees.toFixed(6)).join(',')
