import { landUnits, type Land } from './land.ts'
import { project, unproject } from '#domain/mercator.ts'
import { fromBox, worldPx, type Size, type View } from './mercator.ts'

export type MapColours = { sea: string; land: string; coast: string; grid: string }

/** Degrees between the lines of the net, by zoom. */
const netStep = (zoom: number): number => {
  const wanted = 360 / 2 ** (zoom + 1.2)
  const near = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02].find((step) => step <= wanted)
  // Nearer than an outline alone is ever looked at: 1, 2 and 5 of any power of ten.
  const ten = 10 ** Math.floor(Math.log10(wanted))
  return near ?? ([5, 2].find((times) => times * ten <= wanted) ?? 1) * ten
}

/** What lies south of 60° on the unit square of the map. */
const ICE_FROM = 0.71

/** Draws sea, land and a faint net into a canvas that is `ratio` device pixels per CSS pixel. */
export const drawMap = (
  context: CanvasRenderingContext2D,
  view: View,
  size: Size,
  { land, colours, ratio }: { land: Land | null; colours: MapColours; ratio: number },
): void => {
  const { width, height } = size
  const world = worldPx(view.zoom)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = colours.sea
  context.fillRect(0, 0, width, height)
  const [start, end] = [fromBox(view, size, { x: 0, y: 0 }), fromBox(view, size, { x: width, y: height })]

  // Where more than the whole world has room, the ice at its foot would be an empty third: there is sea.
  const iceless = end.y - start.y > 1
  context.lineJoin = 'round'
  for (let copy = Math.floor(start.x); copy <= Math.floor(end.x); copy += 1) {
    const left = width / 2 + (copy - view.x) * world
    const top = height / 2 - view.y * world
    const scale = world / landUnits
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top)
    context.lineWidth = 0.8 / scale
    context.fillStyle = colours.land
    context.strokeStyle = colours.coast
    for (const { path, box } of land ?? []) {
      if (iceless && box.y0 > ICE_FROM) continue
      if (box.x1 + copy < start.x || box.x0 + copy > end.x || box.y1 < start.y || box.y0 > end.y) continue
      context.fill(path)
      context.stroke(path)
    }
  }

  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  if (land && end.y > 1 && !iceless) {
    // South of the map's edge there is more of the same land.
    const edge = height / 2 + (1 - view.y) * world - 1.5
    context.fillStyle = colours.land
    context.fillRect(0, edge, width, height - edge)
  }
  const step = netStep(view.zoom)
  context.strokeStyle = colours.grid
  context.lineWidth = 1
  context.beginPath()
  const west = start.x * 360 - 180
  const east = end.x * 360 - 180
  for (let longitude = Math.ceil(west / step) * step; longitude <= east; longitude += step) {
    const x = Math.round(width / 2 + ((longitude + 180) / 360 - view.x) * world) + 0.5
    context.moveTo(x, 0)
    context.lineTo(x, height)
  }
  const north = unproject({ x: 0, y: Math.max(0, start.y) }).latitude
  const south = unproject({ x: 0, y: Math.min(1, end.y) }).latitude
  for (let latitude = Math.ceil(south / step) * step; latitude <= north; latitude += step) {
    const y = Math.round(height / 2 + (project({ latitude, longitude: 0 }).y - view.y) * world) + 0.5
    context.moveTo(0, y)
    context.lineTo(width, y)
  }
  context.stroke()
}
