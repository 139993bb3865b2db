import type { Tile } from '#domain/stations/map-tiles.ts'
import { fromBox, worldPx, type Size, type View } from './mercator.ts'

/** A tile and where it stands in the box, px. `x` of a copy around the world is that of the world. */
export type PlacedTile = Tile & { left: number; top: number; right: number; bottom: number }

/** The tiles that cover the box, those in its middle first. Tiles are shown at 0.7 to 1.4 times their size. */
export const tilesInView = (view: View, size: Size, maxZoom: number): PlacedTile[] => {
  const z = Math.max(0, Math.min(maxZoom, Math.round(view.zoom)))
  const count = 2 ** z
  const world = worldPx(view.zoom)
  const [start, end] = [
    fromBox(view, size, { x: 0, y: 0 }),
    fromBox(view, size, { x: size.width, y: size.height }),
  ]
  const [west, east] = [Math.floor(start.x * count), Math.ceil(end.x * count) - 1]
  const [north, south] = [
    Math.max(0, Math.floor(start.y * count)),
    Math.min(count - 1, Math.ceil(end.y * count) - 1),
  ]
  // One formula for both edges of a tile: neighbours meet exactly.
  const across = (column: number): number => size.width / 2 + (column / count - view.x) * world
  const down = (row: number): number => size.height / 2 + (row / count - view.y) * world
  const found: PlacedTile[] = []
  for (let row = north; row <= south; row += 1)
    for (let column = west; column <= east; column += 1)
      found.push({
        z,
        x: ((column % count) + count) % count,
        y: row,
        left: across(column),
        right: across(column + 1),
        top: down(row),
        bottom: down(row + 1),
      })
  const far = ({ left, right, top, bottom }: PlacedTile): number =>
    Math.hypot((left + right - size.width) / 2, (top + bottom - size.height) / 2)
  return found.sort((one, other) => far(one) - far(other))
}

/** The tile `up` levels above that has this one in it, and which part of it, in shares of its side. */
export const partOf = (
  { z, x, y }: Tile,
  up: number,
): { tile: Tile; left: number; top: number; side: number } => {
  const parts = 2 ** up
  return {
    tile: { z: z - up, x: Math.floor(x / parts), y: Math.floor(y / parts) },
    left: (x % parts) / parts,
    top: (y % parts) / parts,
    side: 1 / parts,
  }
}
