import { haurwitzGhi, planeIrradiance, SOLAR_CONSTANT, splitIrradiance } from '#domain/stations/clear-sky.ts'
import { refractionDeg, sunAt } from '#domain/stations/sun.ts'
import type { Plane } from '../layout.ts'

/** Light over a station at one moment, ready to be asked for many points of its array. */
export interface Light {
  /** Apparent height of the sun, degrees. */
  readonly elevationDeg: number
  /** False while the sun is below the horizon: nothing is worth computing. */
  readonly lit: boolean
  /** Irradiance in plane `plane` (index), W/m², where the sky lets through `clearness` of a clear sky's light. */
  inPlane(plane: number, clearness: number): number
}

/** Steps of the clear-sky index between which plane irradiance is interpolated; it bends, but gently. */
const STEPS = 12
const HIGHEST = 1.2

export function lightAt(latitude: number, longitude: number, ts: number, planes: readonly Plane[]): Light {
  const sun = sunAt(ts, { latitude, longitude })
  const elevationDeg = sun.elevationDeg + refractionDeg(sun.elevationDeg)
  const clearGhi = haurwitzGhi(elevationDeg)
  if (clearGhi <= 0) return { elevationDeg, lit: false, inPlane: () => 0 }
  const outside = SOLAR_CONSTANT / sun.distanceAu ** 2
  const skies = Array.from({ length: STEPS + 1 }, (_, step) =>
    splitIrradiance((clearGhi * HIGHEST * step) / STEPS, elevationDeg, outside),
  )
  const tables = planes.map((plane) =>
    skies.map((sky) => planeIrradiance(sky, { ...sun, elevationDeg }, plane)),
  )
  return {
    elevationDeg,
    lit: true,
    inPlane(plane, clearness) {
      const table = tables[plane]
      if (!table) throw new RangeError(`no plane ${plane}`)
      const at = (Math.min(HIGHEST, Math.max(0, clearness)) / HIGHEST) * STEPS
      const step = Math.min(STEPS - 1, Math.floor(at))
      const low = table[step] ?? 0
      return low + ((table[step + 1] ?? 0) - low) * (at - step)
    },
  }
}
