import { clearSkyIrradiance, oneFace } from '../stations/clear-sky.ts'
import { sunAt, sunTimes } from '../stations/sun.ts'
import type { RuleDevice, StationWindow } from './station-window.ts'

/**
 * Day and night by the sun at the station. Solarman leaves two hours after sunrise and before sunset out of string
 * comparison; a height of the sun says the same at every latitude and season.
 */

/** From there inverters and module electronics have to be awake, whatever the weather. No source: chosen. */
export const AWAKE_DEG = 10
/** From there strings and modules can be compared: long shadows lie below it. No source: chosen. */
export const COMPARABLE_DEG = 15
/**
 * In the plane of the array, clear sky. No source: chosen so that a seventh of it, which is taken for the darkest
 * cloud, still starts an inverter.
 */
export const PRODUCING_WM2 = 200

export const elevation = ({ at, position }: StationWindow): number => sunAt(at, position).elevationDeg

/** Since when the sun has stood above `heightDeg` today; null when it stands below it. */
export const lightSince = ({ at, position }: StationWindow, heightDeg: number): number | null => {
  if (sunAt(at, position).elevationDeg < heightDeg) return null
  const { riseAt, noonAt } = sunTimes(at, position, heightDeg)
  return Math.min(at, riseAt ?? noonAt - 12 * 3_600_000)
}

/** Enough light on the modules that something has to come out, also half an hour ago; of one inverter, on its own where they are known to be one plane. */
export const mustProduce = ({ at, position, faces }: StationWindow, inverter?: RuleDevice): boolean => {
  const own = inverter?.plane ? oneFace(inverter.plane) : faces
  return [at, at - 30 * 60_000].every((ts) => clearSkyIrradiance(ts, position, own) >= PRODUCING_WM2)
}
