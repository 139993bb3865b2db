import { type EnteredPosition, signedPosition } from './sun.ts'

/** Mean radius of the earth. Source: IUGG, R1. */
const EARTH_M = 6_371_009
const RAD = Math.PI / 180

/** Metres between two stations as the crow flies; null where one has no position: 0° 0° counts as not entered. */
export const distanceM = (one: EnteredPosition, other: EnteredPosition): number | null => {
  const [a, b] = [signedPosition(one), signedPosition(other)]
  if ([a, b].some(({ latitude, longitude }) => latitude === 0 && longitude === 0)) return null
  const half = (degrees: number): number => Math.sin((degrees * RAD) / 2) ** 2
  const h =
    half(b.latitude - a.latitude) +
    Math.cos(a.latitude * RAD) * Math.cos(b.latitude * RAD) * half(b.longitude - a.longitude)
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)))
}
