/**
 * Where the sun stands. NOAA's solar calculator (Meeus, Astronomical Algorithms, low precision): about 0.01 degrees
 * between 1900 and 2100, sunrise and sunset within a minute below the polar circles. Instants are epoch milliseconds,
 * angles degrees; latitude is positive in the north, longitude positive in the east.
 */

export type Position = { latitude: number; longitude: number }
/** The entered form: numbers without sign, the hemisphere beside them. */
export type EnteredPosition = { latitude: number; north: boolean; longitude: number; east: boolean }

export type Sun = {
  /** True height over the horizon, without refraction. */
  elevationDeg: number
  /** From north, clockwise, 0 to 360. */
  azimuthDeg: number
  declinationDeg: number
  /** Distance, astronomical units. */
  distanceAu: number
}

/** Height of the sun's centre at sunrise and sunset: refraction and half its disc. Source: NOAA's solar calculator. */
export const HORIZON_DEG = -0.833
/** Below this height modules give too little to keep inverters and optimizers awake. No source: chosen. */
export const LOW_LIGHT_DEG = 5

const DAY_MS = 86_400_000
const RAD = Math.PI / 180
const J2000_MS = Date.UTC(2000, 0, 1, 12)

export const signedPosition = ({ latitude, north, longitude, east }: EnteredPosition): Position => ({
  latitude: north ? latitude : -latitude,
  longitude: east ? longitude : -longitude,
})

type Orbit = { sinDeclination: number; cosDeclination: number; equationMin: number; distanceAu: number }

/** Orbits by instant: the curves of a whole fleet ask for the same few hundred. */
const orbits = new Map<number, Orbit>()
const MOST_ORBITS = 4_096

const orbitAt = (ts: number): Orbit => {
  const known = orbits.get(ts)
  if (known !== undefined) return known
  if (orbits.size >= MOST_ORBITS) orbits.clear()
  const orbit = computeOrbit(ts)
  orbits.set(ts, orbit)
  return orbit
}

/** Declination, equation of time (minutes) and distance. */
const computeOrbit = (ts: number): Orbit => {
  const t = (ts - J2000_MS) / (DAY_MS * 36_525)
  const meanLongitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)) * RAD
  const anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * RAD
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
  const centre =
    (Math.sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
      Math.sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
      Math.sin(3 * anomaly) * 0.000289) *
    RAD
  const node = (125.04 - 1934.136 * t) * RAD
  const longitude = meanLongitude + centre - (0.00569 + 0.00478 * Math.sin(node)) * RAD
  const meanObliquity = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60
  const obliquity = (meanObliquity + 0.00256 * Math.cos(node)) * RAD
  const sinDeclination = Math.sin(obliquity) * Math.sin(longitude)
  const y = Math.tan(obliquity / 2) ** 2
  const equation =
    y * Math.sin(2 * meanLongitude) -
    2 * eccentricity * Math.sin(anomaly) +
    4 * eccentricity * y * Math.sin(anomaly) * Math.cos(2 * meanLongitude) -
    0.5 * y * y * Math.sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * anomaly)
  return {
    sinDeclination,
    cosDeclination: Math.sqrt(1 - sinDeclination * sinDeclination),
    equationMin: (4 * equation) / RAD,
    distanceAu:
      (1.000001018 * (1 - eccentricity * eccentricity)) / (1 + eccentricity * Math.cos(anomaly + centre)),
  }
}

export const sunAt = (ts: number, { latitude, longitude }: Position): Sun => {
  const { sinDeclination, cosDeclination, equationMin, distanceAu } = orbitAt(ts)
  const minutes = (ts / 60_000) % 1440
  const hourAngle = ((minutes + equationMin + 4 * longitude) / 4 - 180) * RAD
  const [sinLatitude, cosLatitude] = [Math.sin(latitude * RAD), Math.cos(latitude * RAD)]
  const sinElevation = sinLatitude * sinDeclination + cosLatitude * cosDeclination * Math.cos(hourAngle)
  const fromSouth = Math.atan2(
    Math.sin(hourAngle) * cosDeclination,
    Math.cos(hourAngle) * cosDeclination * sinLatitude - sinDeclination * cosLatitude,
  )
  return {
    elevationDeg: Math.asin(Math.min(1, Math.max(-1, sinElevation))) / RAD,
    azimuthDeg: (fromSouth / RAD + 540) % 360,
    declinationDeg: Math.asin(sinDeclination) / RAD,
    distanceAu,
  }
}

/** Degrees that the air lifts the sun by, at sea level (NOAA's approximation). Add to the true elevation. */
export const refractionDeg = (elevationDeg: number): number => {
  if (elevationDeg > 85) return 0
  const tan = Math.tan(elevationDeg * RAD)
  if (elevationDeg > 5) return (58.1 / tan - 0.07 / tan ** 3 + 0.000086 / tan ** 5) / 3600
  if (elevationDeg > -0.575) {
    const e = elevationDeg
    return (1735 + e * (-518.2 + e * (103.4 + e * (-12.79 + e * 0.711)))) / 3600
  }
  return -20.774 / tan / 3600
}

export type SunTimes = {
  noonAt: number
  /** Both null when the sun stays above (`polar: 'day'`) or below (`'night'`) the height all day. */
  riseAt: number | null
  setAt: number | null
  polar: 'day' | 'night' | null
}

/**
 * Rise and set around the solar noon nearest to an instant (take the middle of a local day for that day's). `heightDeg`
 * other than the horizon's gives the hours in which the sun stands higher than that.
 */
export const sunTimes = (nearTs: number, position: Position, heightDeg = HORIZON_DEG): SunTimes => {
  const offsetMs = (position.longitude / 360) * DAY_MS
  const meanNoon = Math.round((nearTs + offsetMs - DAY_MS / 2) / DAY_MS) * DAY_MS + DAY_MS / 2 - offsetMs
  const noonAt = meanNoon - orbitAt(meanNoon).equationMin * 60_000
  // At the poles themselves the hour angle means nothing; a metre beside them it does.
  const latitude = Math.min(89.9999, Math.max(-89.9999, position.latitude)) * RAD
  const cosHourAngle = ({ sinDeclination, cosDeclination }: Orbit): number =>
    (Math.sin(heightDeg * RAD) - Math.sin(latitude) * sinDeclination) / (Math.cos(latitude) * cosDeclination)
  const atNoon = cosHourAngle(orbitAt(noonAt))
  if (atNoon >= 1) return { noonAt: Math.round(noonAt), riseAt: null, setAt: null, polar: 'night' }
  if (atNoon <= -1) return { noonAt: Math.round(noonAt), riseAt: null, setAt: null, polar: 'day' }
  const crossing = (side: -1 | 1): number => {
    let at = noonAt
    for (let round = 0; round < 4; round++) {
      const orbit = orbitAt(at)
      const angle = Math.acos(Math.min(1, Math.max(-1, cosHourAngle(orbit)))) / RAD
      at = meanNoon - orbit.equationMin * 60_000 + (side * angle * DAY_MS) / 360
    }
    return Math.round(at)
  }
  return { noonAt: Math.round(noonAt), riseAt: crossing(-1), setAt: crossing(1), polar: null }
}

/** Half a year and a little: the longest night there is. No source: longer than the polar night at a pole. */
const LONGEST_NIGHT_DAYS = 200

/**
 * The latest stretch, begun at or before `ts`, in which the sun stood below `heightDeg`; `until` null = it lasts. null
 * where the sun has not set for two days.
 */
export const darkPeriod = (
  ts: number,
  position: Position,
  heightDeg = LOW_LIGHT_DEG,
): { since: number; until: number | null } | null => {
  let lightFrom: number | null = null
  for (let back = -1; back <= LONGEST_NIGHT_DAYS; back++) {
    const { noonAt, riseAt, setAt, polar } = sunTimes(ts - back * DAY_MS, position, heightDeg)
    if (polar === 'night') continue
    const from = riseAt ?? noonAt - DAY_MS / 2
    const to = setAt ?? noonAt + DAY_MS / 2
    // Going back in time: a gap between this light and the later one is a night. A few minutes are rounding.
    if (to <= ts && (lightFrom === null || lightFrom - to > 600_000))
      return { since: to, until: lightFrom !== null && lightFrom <= ts ? lightFrom : null }
    if (polar === 'day' && back >= 2) return null
    lightFrom = from
  }
  return {
    since: ts - LONGEST_NIGHT_DAYS * DAY_MS,
    until: lightFrom !== null && lightFrom <= ts ? lightFrom : null,
  }
}
