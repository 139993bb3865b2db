import {
  expectedPowerW,
  litPowerW,
  oneFace,
  type Plane,
  type SolarArray,
} from '#domain/stations/clear-sky.ts'
import { facesOf, type RoofArea } from '#domain/stations/faces.ts'
import type { Light } from '#domain/stations/hero.ts'
import type { EnteredPosition, Position, SunTimes } from '#domain/stations/sun.ts'
import { darkPeriod, signedPosition, sunTimes } from '#domain/stations/sun.ts'
import { WHOLE_DAY } from '#domain/telemetry/coverage.ts'
import { type DayLight, lightOfDay, lightOfDays, timeOfDays } from '#domain/telemetry/day-light.ts'
import type { DarkPeriod } from '#domain/telemetry/device-state.ts'
import { bridgeMs } from '#domain/telemetry/energy-days.ts'
import { addDays, dayAt, type LocalDay, localDayAt } from '#domain/telemetry/local-days.ts'
import type { NightDay } from '#domain/telemetry/night-energy.ts'

type LightMeasured = { irradianceWm2: number | null; airC: number | null; inverterW: number | null }

/** 0° 0° counts as not entered. */
const isNowhere = ({ latitude, longitude }: Position): boolean => latitude === 0 && longitude === 0

/** Latest night at the station that began before `now`; null where the sun has not set for days. */
export const darkPeriodAt = (position: EnteredPosition, now: number): DarkPeriod | null =>
  darkPeriod(now, signedPosition(position))

/** Until an instant this near, `darkPeriodAt` gives the same from `now` on: at the most `mostMs` later. */
export const sameDarkUntil = (position: EnteredPosition, now: number, mostMs: number): number => {
  const dark = darkPeriodAt(position, now)
  const isSame = (at: number): boolean => {
    const then = darkPeriodAt(position, at)
    return then?.since === dark?.since && then?.until === dark?.until
  }
  let [same, other] = [now, now + mostMs]
  if (isSame(other)) return other
  while (other - same > 1_000) {
    const middle = Math.floor((same + other) / 2)
    if (isSame(middle)) same = middle
    else other = middle
  }
  return same
}

/** Whether there is too little light at `now` for modules to give anything. */
export const isDarkAt = (position: EnteredPosition, now: number): boolean => {
  const night = darkPeriodAt(position, now)
  return night !== null && night.since <= now && (night.until === null || now < night.until)
}

/**
 * By night, of which local day the light has gone; null = there is light, there was none for longer than a day, or the
 * position was not entered.
 */
export const nightDayAt = (
  station: EnteredPosition & { time_zone: string },
  now: number,
): NightDay | null => {
  const night = darkPeriodAt(station, now)
  if (night === null || night.until !== null || isNowhere(signedPosition(station))) return null
  const today = dayOf(now, station.time_zone).day
  const day = dayAt(night.since, station.time_zone)
  return day === today ? 'today' : day === addDays(today, -1) ? 'yesterday' : null
}

const DAY_MS = 86_400_000

/**
 * What depends on a place and its day alone is asked for of every station of a fleet at each look. Each of these is
 * dropped when there are more than a large fleet has of a day.
 */
const HELD_MOST = 25_000
const heldIn = <T>(held: Map<string, T>, key: string, make: () => T): T => {
  const found = held.get(key)
  if (found !== undefined) return found
  if (held.size >= HELD_MOST) held.clear()
  const made = make()
  held.set(key, made)
  return made
}

const days = new Map<string, LocalDay>()
/** `localDayAt`, with the last day of each zone at hand. */
export const dayOf = (at: number, zone: string): LocalDay => {
  const last = days.get(zone)
  if (last !== undefined && last.startAt <= at && at < last.endAt) return last
  const day = localDayAt(at, zone)
  days.set(zone, day)
  return day
}

const keyOf = ({ latitude, longitude }: Position, { startAt, endAt }: LocalDay): string =>
  `${latitude} ${longitude} ${startAt} ${endAt}`

const lights = new Map<string, (at: number) => number>()
/** The share of the day's light that lies before `at`. */
const lightBefore = (station: EnteredPosition, day: LocalDay, at: number): number =>
  heldIn(lights, keyOf(signedPosition(station), day), () => {
    const lightOf = lightOfDays(station)
    return (until: number) => lightOf(day, day.startAt, until)
  })(at)

/** So far ahead the sun is looked for: longer than any polar night. */
const SUN_BACK_DAYS = 200

type SunOver = Pick<SunTimes, 'riseAt' | 'setAt' | 'polar'> & { laterAt: number | null }
const suns = new Map<string, SunOver>()

/** Of a day; `laterAt`: the first sunrise after it. */
const sunOver = (position: Position, { startAt, endAt }: LocalDay): SunOver => {
  const middle = (startAt + endAt) / 2
  const { riseAt, setAt, polar } = sunTimes(middle, position)
  const lookUntil = polar === 'day' ? 0 : SUN_BACK_DAYS
  let laterAt: number | null = null
  for (let ahead = 1; laterAt === null && ahead <= lookUntil; ahead += 1)
    laterAt = sunTimes(middle + ahead * DAY_MS, position).riseAt
  return { riseAt, setAt, polar, laterAt }
}

/** Of the local day that holds `now`, and the sunrise after it. Nothing is known of 0° 0°, which counts as not entered. */
export const sunOfDay = (station: EnteredPosition & { time_zone: string }, now: number): Light => {
  const position = signedPosition(station)
  if (isNowhere(position)) return { sunriseAt: null, sunsetAt: null, nextSunriseAt: null, polar: null }
  const day = dayOf(now, station.time_zone)
  const { riseAt, setAt, polar, laterAt } = heldIn(suns, keyOf(position, day), () => sunOver(position, day))
  const nextSunriseAt = riseAt !== null && riseAt > now ? riseAt : laterAt
  return { sunriseAt: riseAt, sunsetAt: setAt, nextSunriseAt, polar }
}

/** Of the local day that holds `at`, when the sun rises and sets; null as in `sunOfDay`. */
export const daylightOf = (
  station: EnteredPosition & { time_zone: string },
  at: number,
): Pick<Light, 'sunriseAt' | 'sunsetAt'> => {
  const { sunriseAt, sunsetAt } = sunOfDay(station, at)
  return { sunriseAt, sunsetAt }
}

/** W that the measured light of now allows; null where nothing measures it. `limitW` as in `SolarArray`. */
export const litW = (
  { capacity_w: capacityW }: { capacity_w: number },
  { irradianceWm2, airC, inverterW }: LightMeasured,
): number | null =>
  irradianceWm2 === null
    ? null
    : litPowerW(irradianceWm2, { capacityW, limitW: inverterW }, airC ?? undefined)

type Roofed = EnteredPosition & { capacity_w: number; tilt_deg: number | null; azimuth_deg: number | null }

/**
 * A station's modules as they look at the sky; `roof`: its areas (`roofsOf`), `limitW`: as in `SolarArray`. Every clear-sky
 * estimate of a station is of this.
 */
export const modulesOf = (
  station: Roofed,
  roof: readonly RoofArea[] | null,
  limitW: number | null,
): SolarArray => {
  const position = signedPosition(station)
  const { capacity_w: capacityW, tilt_deg: tiltDeg, azimuth_deg: azimuthDeg } = station
  const own = { latitude: position.latitude, tiltDeg, azimuthDeg, capacityW }
  return { ...position, faces: facesOf(own, roof), capacityW, limitW }
}

/**
 * What of them hangs on inverters of `size` W among `all` W of the station: in their own plane where that is known, else
 * looking to where the station's do.
 */
export const modulesOfPart = (
  station: Roofed,
  roof: readonly RoofArea[] | null,
  { size, all, plane }: { size: number; all: number; plane: Plane | undefined },
): SolarArray => {
  const modules = modulesOf(station, roof, size)
  return {
    ...modules,
    ...(plane === undefined ? {} : { faces: oneFace(plane) }),
    capacityW: (modules.capacityW * size) / all,
  }
}

/** W under a clear sky at `now`; with an assumed plane where none was entered. */
export const clearSkyW = (
  row: Roofed,
  { roof, inverterW }: { roof: readonly RoofArea[] | null; inverterW: number | null },
  now: number,
): number => expectedPowerW(now, modulesOf(row, roof, inverterW))

/**
 * Thousandths of the light of the station's present day that lie behind, up to what every device has had time to
 * report of.
 */
export const elapsedLight = (
  station: EnteredPosition & { time_zone: string; report_min: number },
  now: number,
): number => {
  const day = dayOf(now, station.time_zone)
  return Math.floor(WHOLE_DAY * lightBefore(station, day, now - bridgeMs(station.report_min)))
}

/**
 * Those thousandths at `from`, and the light of that day; until before `until` they are the same, or what follows from them
 * is.
 */
export type LightBehind = { elapsed: number; from: number; until: number; day: LocalDay; light: DayLight }

/** So far is looked where there is no light, or none any more. */
const DARK_MS = 3_600_000

/**
 * `elapsedLight`, and how long it stays; `last`: what was found of the same station before; `sameTo`: up to which thousandth
 * it makes no difference.
 */
export const lightBehind = (
  station: EnteredPosition & { time_zone: string; report_min: number },
  now: number,
  last: LightBehind | null,
  sameTo: (elapsed: number) => number,
): LightBehind => {
  const day = dayOf(now, station.time_zone)
  const isSame = last?.day.startAt === day.startAt && last.day.endAt === day.endAt
  const light = isSame ? last.light : lightOfDay(station, day)
  const late = bridgeMs(station.report_min)
  const share = light.before(now - late)
  const elapsed = Math.floor(WHOLE_DAY * share)
  const isDark = elapsed === 0 || elapsed === WHOLE_DAY
  const later = isDark && Math.floor(WHOLE_DAY * light.before(now + DARK_MS - late)) === elapsed
  // As soon as it could be another if the sun stood as high as at noon.
  const another = ((sameTo(elapsed) + 1) / WHOLE_DAY - share) / light.steepest
  const soonest = later ? Math.max(DARK_MS, another) : another
  return { elapsed, from: now, until: Math.min(day.endAt, now + soonest - 1), day, light }
}

/** The same of the day's time, for what flows by night, too. */
export const elapsedTime = (station: { time_zone: string; report_min: number }, now: number): number => {
  const day = dayOf(now, station.time_zone)
  return Math.floor(WHOLE_DAY * timeOfDays(day, day.startAt, now - bridgeMs(station.report_min)))
}
