import { assumedPlane, type Face, type Plane } from './clear-sky.ts'

/** A roof area as somebody drew it, by the modules that hang in it. */
export type RoofArea = {
  /** null = not entered. */
  tiltDeg: number | null
  azimuthDeg: number | null
  /** Modules whose power is known, and W of all of them. */
  known: number
  knownW: number
  /** Modules whose power nobody entered. */
  unknown: number
}

type Station = {
  latitude: number
  tiltDeg: number | null
  azimuthDeg: number | null
  capacityW: number
}

/** At the most so much is taken for a module, W, where no module of the station is known. No source: chosen. */
const MODULE_W = 450

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0)

const usualW = (areas: readonly RoofArea[], capacityW: number): number => {
  const known = sumOf(areas, (area) => area.known)
  if (known > 0) return sumOf(areas, ({ knownW }) => knownW) / known
  return Math.min(MODULE_W, capacityW / sumOf(areas, ({ unknown }) => unknown))
}

/**
 * Where the modules of a station look to, and what share of its capacity looks there. An area weighs what hangs in it;
 * what an area does not say of its plane is as the station says. Capacity in no area lies in the station's own plane.
 * Areas that hold more than the station's capacity share it: the station's figure is what everything else is held against.
 */
export const facesOf = (station: Station, areas: readonly RoofArea[] | null): Face[] => {
  const { latitude, capacityW } = station
  const filled = (areas ?? []).filter(({ known, unknown }) => known + unknown > 0)
  if (filled.length === 0 || capacityW <= 0) return [{ ...assumedPlane(latitude, station), share: 1 }]
  const moduleW = usualW(filled, capacityW)
  const planes = filled.map((area) => ({
    plane: assumedPlane(latitude, {
      tiltDeg: area.tiltDeg ?? station.tiltDeg,
      azimuthDeg: area.azimuthDeg ?? station.azimuthDeg,
    }),
    watts: area.knownW + area.unknown * moduleW,
  }))
  const inAreas = sumOf(planes, ({ watts }) => watts)
  const all = [
    { plane: assumedPlane(latitude, station), watts: Math.max(0, capacityW - inAreas) },
    ...planes,
  ].filter(({ watts }) => watts > 0)
  const byPlane = new Map<string, { plane: Plane; watts: number }>()
  for (const { plane, watts } of all) {
    const key = `${plane.tiltDeg} ${plane.azimuthDeg}`
    byPlane.set(key, { plane, watts: watts + (byPlane.get(key)?.watts ?? 0) })
  }
  const whole = sumOf([...byPlane.values()], ({ watts }) => watts)
  // One plane has all of it, whatever the sum of many modules is rounded to.
  return [...byPlane.values()].map(({ plane, watts }) => ({ ...plane, share: watts / whole }))
}
