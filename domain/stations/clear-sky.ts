import type { Position, Sun } from './sun.ts'
import { refractionDeg, sunAt } from './sun.ts'

/**
 * What a clear sky would give: an estimate to draw beside measured power and to label as one, never a measurement.
 * Irradiances are W/m2, angles degrees (azimuth from north, clockwise).
 */

/** Mean irradiance outside the atmosphere. Source: Kopp and Lean 2011. */
export const SOLAR_CONSTANT = 1361
/** Reflection of common ground. Source: what PVWatts takes where none is known. */
export const ALBEDO = 0.2
/** Below this height the beam is lost in the horizon's haze: all light counts as diffuse. No source: chosen. */
const BEAM_FROM_DEG = 3
const RAD = Math.PI / 180

export type Irradiance = { ghi: number; dni: number; dhi: number }
export type Plane = { tiltDeg: number; azimuthDeg: number }
/** A plane that some of the modules lie in. `share`: how much of the capacity; those of an array make 1. */
export type Face = Plane & { share: number }
export type SolarArray = Position & {
  faces: readonly Face[]
  /** Installed (DC) capacity, W. */
  capacityW: number
  /** What the inverters can give together (AC), W; they clip there. null = unknown. */
  limitW?: number | null
}
/** All modules lie in this plane. */
export const oneFace = ({ tiltDeg, azimuthDeg }: Plane): Face[] => [{ tiltDeg, azimuthDeg, share: 1 }]

/** On a horizontal plane under a clear sky (Haurwitz 1945, in the form that pvlib uses). `elevationDeg` with refraction. */
export const haurwitzGhi = (elevationDeg: number): number => {
  const height = Math.sin(elevationDeg * RAD)
  return height <= 0 ? 0 : 1098 * height * Math.exp(-0.059 / height)
}

/** Diffuse share of horizontal irradiance by clearness (Erbs, Klein and Duffie 1982). */
const diffuseShare = (kt: number): number => {
  if (kt <= 0.22) return 1 - 0.09 * kt
  if (kt > 0.8) return 0.165
  return 0.9511 + kt * (-0.1604 + kt * (4.388 + kt * (-16.638 + kt * 12.336)))
}

/** Horizontal irradiance split into beam (on a plane facing the sun) and diffuse. */
export const splitIrradiance = (
  ghi: number,
  elevationDeg: number,
  outsideAtmosphere = SOLAR_CONSTANT,
): Irradiance => {
  const height = Math.sin(elevationDeg * RAD)
  if (ghi <= 0) return { ghi: 0, dni: 0, dhi: 0 }
  if (elevationDeg < BEAM_FROM_DEG) return { ghi, dni: 0, dhi: ghi }
  const dhi = ghi * diffuseShare(ghi / (outsideAtmosphere * height))
  return { ghi, dni: (ghi - dhi) / height, dhi }
}

/** Cosine of the angle between sun and plane, 0 when the sun is behind it. */
export const incidence = (sun: Pick<Sun, 'elevationDeg' | 'azimuthDeg'>, plane: Plane): number => {
  const [height, tilt] = [sun.elevationDeg * RAD, plane.tiltDeg * RAD]
  const turn = (sun.azimuthDeg - plane.azimuthDeg) * RAD
  return Math.max(0, Math.sin(height) * Math.cos(tilt) + Math.cos(height) * Math.sin(tilt) * Math.cos(turn))
}

/** On a tilted plane: beam, isotropic sky (Liu and Jordan 1963) and ground. */
export const planeIrradiance = (
  { ghi, dni, dhi }: Irradiance,
  sun: Pick<Sun, 'elevationDeg' | 'azimuthDeg'>,
  plane: Plane,
  albedo = ALBEDO,
): number => {
  const cosTilt = Math.cos(plane.tiltDeg * RAD)
  return dni * incidence(sun, plane) + (dhi * (1 + cosTilt)) / 2 + (ghi * albedo * (1 - cosTilt)) / 2
}

/** The clear sky of one instant, as planes under it see it. */
const clearSkyAt = (ts: number, position: Position): ((plane: Plane) => number) => {
  const sun = sunAt(ts, position)
  const elevationDeg = sun.elevationDeg + refractionDeg(sun.elevationDeg)
  const outside = SOLAR_CONSTANT / sun.distanceAu ** 2
  const sky = splitIrradiance(haurwitzGhi(elevationDeg), elevationDeg, outside)
  return (plane) => (sky.ghi === 0 ? 0 : planeIrradiance(sky, { ...sun, elevationDeg }, plane))
}

/** The whole way for one instant: sun, clear sky, plane. */
export const clearSkyPlaneIrradiance = (ts: number, position: Position, plane: Plane): number =>
  clearSkyAt(ts, position)(plane)

/** Mean over the modules, wherever they look to. */
export const clearSkyIrradiance = (ts: number, position: Position, faces: readonly Face[]): number => {
  const seen = clearSkyAt(ts, position)
  return faces.reduce((sum, face) => sum + face.share * seen(face), 0)
}

/**
 * What PVWatts version 5 takes off by default. Source: Dobos 2014, NREL/TP-6A20-62641, table 5: soiling 2, mismatch 2, wiring 2,
 * connections 0.5, light-induced degradation 1.5 and nameplate 1 %. Its 14 % for a year also hold 3 % for shading and
 * 3 % for outages; neither belongs in the power of an unshaded array that runs.
 */
export const ARRAY_LOSSES = {
  soiling: 0.02,
  mismatch: 0.02,
  wiring: 0.02,
  connections: 0.005,
  lightInduced: 0.015,
  nameplate: 0.01,
} as const
const KEPT = Object.values(ARRAY_LOSSES).reduce((kept, loss) => kept * (1 - loss), 1)
/** Source: nominal efficiency of PVWatts version 5. */
const INVERTER_EFFICIENCY = 0.96
/** Change of a module's power. Source: PVWatts version 5, "premium" modules. */
const POWER_PER_KELVIN = -0.0035
/** Rise of a module's temperature by irradiance, K m2/W. Source: Faiman 2008; the light wind of 2 m/s is chosen. */
const RISE_PER_W = 1 / (25 + 6.84 * 2)

const DAY_MS = 86_400_000
/** Afternoon over the mean of the day, K. No source: chosen. */
const DAYTIME_RISE = 3
/** The coldest day of the northern year, days after 1 January. No source: a month after the solstice. */
const COLDEST_DAY = 19

/**
 * Air temperature by day over land near sea level, °C, from latitude and season alone: the first terms of North,
 * Cahalan and Coakley (1981), 14.9 - 28 P2(sin latitude) for the year and 15.5 sin latitude for the season. Several kelvin wrong
 * at many places; one kelvin is 0.35 % of power.
 */
export const usualAirC = (ts: number, latitude: number): number => {
  const x = Math.sin(latitude * RAD)
  const season = Math.cos((2 * Math.PI * (ts / DAY_MS - COLDEST_DAY)) / 365.2425)
  return 14.9 - 14 * (3 * x * x - 1) - 15.5 * x * season + DAYTIME_RISE
}

/** AC power from irradiance on the plane, W; at most the capacity. */
export const powerFromIrradiance = (irradiance: number, capacityW: number, airC = 20): number => {
  const cellC = airC + irradiance * RISE_PER_W
  const warm = 1 + POWER_PER_KELVIN * (cellC - 25)
  const power = (capacityW * irradiance * warm * KEPT * INVERTER_EFFICIENCY) / 1000
  return Math.min(capacityW, Math.max(0, power))
}

/** Where nobody entered them: facing the equator, as steep as the latitude but no steeper than 30 degrees. No source: chosen. */
export const assumedPlane = (
  latitude: number,
  entered: { tiltDeg: number | null; azimuthDeg: number | null },
): Plane => ({
  tiltDeg: entered.tiltDeg ?? Math.min(30, Math.round(Math.abs(latitude))),
  azimuthDeg: entered.azimuthDeg ?? (latitude < 0 ? 0 : 180),
})

/** Inverters of a smaller share of the capacity are not all known yet: they limit nothing. No source: chosen. */
const ALL_KNOWN_FROM = 0.5

type Ends = Pick<SolarArray, 'capacityW' | 'limitW'>
/** What the inverters let through of it, whole W. */
const clipped = (powerW: number, { capacityW, limitW = null }: Ends): number =>
  Math.round(limitW === null || limitW < capacityW * ALL_KNOWN_FROM ? powerW : Math.min(powerW, limitW))

/** AC power from irradiance in the plane, measured or computed, whole W; `limitW` as in `SolarArray`. */
export const litPowerW = (irradiance: number, ends: Ends, airC?: number): number =>
  clipped(powerFromIrradiance(irradiance, ends.capacityW, airC), ends)

/** AC power under a clear sky at an instant, whole W; with the air of latitude and season unless `airC` is known. */
export const expectedPowerW = (
  ts: number,
  array: SolarArray,
  airC: number = usualAirC(ts, array.latitude),
): number => {
  const seen = clearSkyAt(ts, array)
  const powerW = array.faces.reduce(
    (sum, face) => sum + powerFromIrradiance(seen(face), array.capacityW * face.share, airC),
    0,
  )
  return clipped(powerW, array)
}

/** `expectedPowerW` for many instants: 288 of them take well under a millisecond. */
export const expectedCurveW = (instants: readonly number[], array: SolarArray, airC?: number): number[] =>
  instants.map((ts) => expectedPowerW(ts, array, airC))
