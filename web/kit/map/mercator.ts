import { around, unproject, type Point } from '#domain/mercator.ts'

/** What a map shows: the middle, and how large the whole world is, `256 * 2^zoom` CSS pixels. */
export type View = Point & { zoom: number }
export type Size = {
  width: number
  height: number
  /** The closest zoom, where the ground has more to show than the outline. */
  nearest?: number
}

const TILE = 256
/** Circumference at the equator, m (WGS 84). */
const EARTH_M = 40_075_017
/** About 40 m a pixel at the equator: an outline has nothing more to show. */
export const maxZoom = 12
/** The closest zoom of a map of this size and ground. */
export const closestZoom = ({ nearest = maxZoom }: Size): number => nearest

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
export const worldPx = (zoom: number): number => TILE * 2 ** zoom

/** Where a point of the world stands in the box, px; of its copies around the world the one nearest to the middle. */
export const toBox = (view: View, { width, height }: Size, point: Point): Point => {
  const world = worldPx(view.zoom)
  const dx = around(point.x - view.x + 0.5) - 0.5
  return { x: width / 2 + dx * world, y: height / 2 + (point.y - view.y) * world }
}

export const fromBox = (view: View, { width, height }: Size, at: Point): Point => {
  const world = worldPx(view.zoom)
  return { x: view.x + (at.x - width / 2) / world, y: view.y + (at.y - height / 2) / world }
}

/** The world at least fills the width. */
const minZoom = ({ width }: Size): number => Math.log2(Math.max(width, 1) / TILE)

/** A view that can be shown: zoom in its range, no more than needed beyond the poles. */
export const settle = (view: View, size: Size): View => {
  const zoom = within(view.zoom, minZoom(size), closestZoom(size))
  const half = Math.min(0.5, size.height / 2 / worldPx(zoom))
  return { zoom, x: around(view.x), y: within(view.y, half, 1 - half) }
}

export const pan = (view: View, size: Size, dx: number, dy: number): View => {
  const world = worldPx(view.zoom)
  return settle({ ...view, x: view.x - dx / world, y: view.y - dy / world }, size)
}

/** By `steps` of zoom (1 doubles) about a place of the box, which stays under the finger. */
export const zoomAbout = (view: View, size: Size, at: Point, steps: number): View => {
  const zoom = within(view.zoom + steps, minZoom(size), closestZoom(size))
  const fixed = fromBox(view, size, at)
  const world = worldPx(zoom)
  return settle(
    { zoom, x: fixed.x - (at.x - size.width / 2) / world, y: fixed.y - (at.y - size.height / 2) / world },
    size,
  )
}

const isIn = (view: View, size: Size, point: Point): boolean => {
  const { x, y } = toBox(view, size, point)
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height
}

/**
 * By `steps` of zoom about the middle; where that would leave none of the points in view that are in view now, about the one
 * of them that is nearest to the middle, which stays where it is.
 */
export const zoomAmong = (view: View, size: Size, points: readonly Point[], steps: number): View => {
  const middle = { x: size.width / 2, y: size.height / 2 }
  const next = zoomAbout(view, size, middle, steps)
  const seen = points.filter((point) => isIn(view, size, point))
  if (seen.length === 0 || seen.some((point) => isIn(next, size, point))) return next
  const [nearest = middle] = seen
    .map((point) => toBox(view, size, point))
    .sort((a, b) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y))
  return zoomAbout(view, size, nearest, steps)
}

const room = (length: number, free: number): number => Math.max(40, length - 2 * free)

/** Between a mark and the edge there is always half of it, px. */
const halfMark = 18

/**
 * The narrowest view of all points, across the date line where that is narrower. `pad` px stay free above and below, `side` at
 * the left and right; at the right `end` px as far as the left can spare them, where the world leaves no more.
 */
export const fit = (
  points: readonly Point[],
  size: Size,
  {
    pad = 44,
    side = pad,
    end = 0,
    closest = 7,
  }: { pad?: number; side?: number; end?: number; closest?: number } = {},
): View => {
  const xs = points.map(({ x }) => around(x)).sort((a, b) => a - b)
  const [first] = xs
  if (first === undefined) return settle({ x: 0.5, y: 0.42, zoom: 0 }, size)
  // The widest stretch of the globe without a point stays out of the view.
  let from = first
  let span = (xs.at(-1) ?? first) - first
  for (const [no, x] of xs.entries()) {
    const next = xs[no + 1]
    if (next !== undefined && 1 - (next - x) < span) {
      span = 1 - (next - x)
      from = next
    }
  }
  const ys = points.map(({ y }) => y)
  const top = ys.reduce((least, y) => Math.min(least, y), 1)
  const bottom = ys.reduce((most, y) => Math.max(most, y), 0)
  const zoom = Math.min(
    closest,
    Math.log2(room(size.width, side) / TILE / Math.max(span, 1e-9)),
    Math.log2(room(size.height, pad) / TILE / Math.max(bottom - top, 1e-9)),
  )
  const view = settle({ x: from + span / 2, y: (top + bottom) / 2, zoom }, size)
  const world = worldPx(view.zoom)
  const free = (size.width - span * world) / 2
  const aside = Math.max(0, Math.min(end - free, free - halfMark))
  return { ...view, x: around(view.x + aside / world) }
}

/** A round length for the scale bar of at most `most` px, in metres, and how many px it is. */
export const scaleBar = (view: View, most = 84): { metres: number; px: number } => {
  const { latitude } = unproject(view)
  const perPx = (EARTH_M * Math.cos((latitude * Math.PI) / 180)) / worldPx(view.zoom)
  const limit = perPx * most
  const ten = 10 ** Math.floor(Math.log10(limit))
  const metres = ([5, 2, 1].find((times) => times * ten <= limit) ?? 1) * ten
  return { metres, px: metres / perPx }
}
