import { around, unproject } from '#domain/mercator.ts'
import { writeArea } from '#domain/stations/map-grid.ts'
import { worldPx, type Size, type View } from '../../../kit/map/mercator.ts'

export type Sight = { view: View; size: Size }

/** A part of the world that a map asks for; its edges on the unit square, `right` beyond 1 where it goes over 180°. */
export type Shown = {
  area: string
  zoom: number
  left: number
  top: number
  right: number
  bottom: number
}

const within = (value: number): number => Math.min(1, Math.max(0, value))

/** The edges of what a map shows. */
const edgesOf = ({ view, size }: Sight): Omit<Shown, 'area' | 'zoom'> => {
  const world = worldPx(view.zoom)
  const [half, high] = [Math.min(0.5, size.width / 2 / world), size.height / 2 / world]
  const left = around(view.x - half)
  return { left, right: left + 2 * half, top: within(view.y - high), bottom: within(view.y + high) }
}

/** The whole tiles around what a map shows: moved a little it shows what was asked for already. */
export const shownBy = (sight: Sight): Shown => {
  const zoom = Math.max(0, Math.round(sight.view.zoom))
  const tiles = 2 ** zoom
  const edges = edgesOf(sight)
  const left = Math.floor(edges.left * tiles) / tiles
  const right = Math.ceil(edges.right * tiles) / tiles
  const top = Math.floor(edges.top * tiles) / tiles
  const bottom = Math.ceil(edges.bottom * tiles) / tiles
  const [first, second] = [unproject({ x: left, y: top }), unproject({ x: right, y: bottom })]
  const whole = right - left >= 1
  return {
    ...(whole ? { left: 0, right: 1 } : { left, right }),
    top,
    bottom,
    zoom,
    area: writeArea({
      west: whole ? -180 : first.longitude,
      east: whole ? 180 : second.longitude,
      // Nothing of the world lies beyond the edges of a map.
      north: top <= 0 ? 90 : first.latitude,
      south: bottom >= 1 ? -90 : second.latitude,
    }),
  }
}

/** Which share of what a map shows lies in a part of the world, 0 to 1. */
export const shareOf = (sight: Sight, part: Shown): number => {
  const edges = edgesOf(sight)
  const across = (by: number): number =>
    Math.max(0, Math.min(edges.right, part.right + by) - Math.max(edges.left, part.left + by))
  const width = Math.min(edges.right - edges.left, across(-1) + across(0) + across(1))
  const height = Math.max(0, Math.min(edges.bottom, part.bottom) - Math.max(edges.top, part.top))
  return (width * height) / ((edges.right - edges.left) * (edges.bottom - edges.top))
}
