import type { MapTiles, Tile } from '#domain/stations/map-tiles.ts'
import type { Size, View } from './mercator.ts'
import { partOf, tilesInView, type PlacedTile } from './tiles.ts'
import type { TileStore } from './tile-store.ts'

/** So far up a coarser tile stands in for one that has not come, and is asked for when it does not come at all. */
const standInMost = 5
const askedMost = 3
/** How much of the dark ground's colour lies over a tile in the dark theme: drawn for daylight, it would blind. */
const dimmed = 0.42

type Stock = Pick<TileStore, 'get' | 'isMissing'>
export type Drawn = {
  tile: PlacedTile
  image: NonNullable<ReturnType<Stock['get']>>
  /** Which part of the image, in shares of its side. */
  part: { left: number; top: number; side: number }
}
export type TilePlan = {
  drawn: Drawn[]
  /** Tiles of which nothing has come, not even a coarser one: there the outline shows. */
  bare: number
  /** They leave nothing to be seen of the ground under them; beyond the poles there are none. */
  whole: boolean
  /** What to fetch, the most wanted first. */
  wanted: Tile[]
}

/** What can be drawn of a view with the tiles that have come, and what is still to come. */
export const planTiles = (
  view: View,
  size: Size,
  { maxZoom }: Pick<MapTiles, 'maxZoom'>,
  stock: Stock,
): TilePlan => {
  const drawn: Drawn[] = []
  const wanted: Tile[] = []
  let bare = 0
  for (const tile of tilesInView(view, size, maxZoom)) {
    const { z, x, y } = tile
    let found = false
    let asking = true
    for (let up = 0; up <= Math.min(z, standInMost) && !found; up += 1) {
      const { tile: from, ...part } = partOf({ z, x, y }, up)
      const image = stock.get(from)
      if (image) {
        drawn.push({ tile, image, part })
        found = true
      } else if (asking && up <= askedMost) {
        // A server that has nothing this near (404) may have the coarser one.
        asking = stock.isMissing(from)
        if (!asking && !wanted.some((one) => one.z === from.z && one.x === from.x && one.y === from.y))
          wanted.push(from)
      }
    }
    if (!found) bare += 1
  }
  const top = drawn.reduce((least, { tile }) => Math.min(least, tile.top), size.height)
  const bottom = drawn.reduce((most, { tile }) => Math.max(most, tile.bottom), 0)
  return { drawn, bare, whole: bare === 0 && top <= 0 && bottom >= size.height, wanted }
}

/** Draws tiles into a canvas of `ratio` device pixels per CSS pixel; with `dim` a colour lies over them. */
export const drawTiles = (
  context: CanvasRenderingContext2D,
  drawn: readonly Drawn[],
  { ratio, dim }: { ratio: number; dim: string | null },
): void => {
  // Whole device pixels: no seam shines through between two tiles.
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.imageSmoothingEnabled = true
  for (const { tile, image, part } of drawn) {
    const [x, y] = [Math.round(tile.left * ratio), Math.round(tile.top * ratio)]
    const [width, height] = [Math.round(tile.right * ratio) - x, Math.round(tile.bottom * ratio) - y]
    context.drawImage(
      image.image,
      part.left * image.width,
      part.top * image.height,
      part.side * image.width,
      part.side * image.height,
      x,
      y,
      width,
      height,
    )
    if (dim === null) continue
    context.globalAlpha = dimmed
    context.fillStyle = dim
    context.fillRect(x, y, width, height)
    context.globalAlpha = 1
  }
}
