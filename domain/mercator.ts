/** Degrees, north and east positive. */
export type Place = { latitude: number; longitude: number }
/** On the unit square of the Mercator world: x from 180° west to 180° east, y from 85° north to 85° south. */
export type Point = { x: number; y: number }

const MAX_LATITUDE = 85.05112878

/** Into [0, 1): the world goes round. */
export const around = (x: number): number => x - Math.floor(x)

/** How far down a latitude stands, 0 to 1. */
export const downOf = (latitude: number): number => {
  const angle = (Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)
}

export const project = ({ latitude, longitude }: Place): Point => ({
  x: (longitude + 180) / 360,
  y: downOf(latitude),
})

export const unproject = ({ x, y }: Point): Place => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  longitude: around(x) * 360 - 180,
})
