import { project, unproject, type Place, type Point } from '#domain/mercator.ts'
import { fromBox, toBox, type Size, type View } from './mercator.ts'

/** Six decimals: what is kept of a place. */
export const rounded = (place: Place): Place => ({
  latitude: Math.round(place.latitude * 1e6) / 1e6,
  longitude: Math.round(place.longitude * 1e6) / 1e6,
})

/** Steps of the arrow keys, px of the map as it is shown; ten times that with Shift. */
const stepPx = 4
/** The place that a pin gets by a key: up is north, whatever the zoom. */
export const nudged = (
  value: Place,
  key: string,
  big: boolean,
  stage: { view: View; size: Size },
): Place | null => {
  const by = stepPx * (big ? 10 : 1)
  const shifts: Record<string, Point> = {
    ArrowUp: { x: 0, y: -by },
    ArrowDown: { x: 0, y: by },
    ArrowLeft: { x: -by, y: 0 },
    ArrowRight: { x: by, y: 0 },
  }
  const shift = shifts[key]
  if (!shift) return null
  const at = toBox(stage.view, stage.size, project(value))
  return rounded(unproject(fromBox(stage.view, stage.size, { x: at.x + shift.x, y: at.y + shift.y })))
}
