import { clearSkyPlaneIrradiance, type Plane } from '../../stations/clear-sky.ts'
import { hasFlag } from '../../telemetry/quality-flags.ts'
import type { Learned, RuleMemory } from './rule-memory.ts'
import { meanOf, ofKind, recent, type RuleDevice, type StationWindow } from './station-window.ts'

/**
 * Who looks into the same sky. An east roof works while a west roof sleeps: they are no peers but about noon. The plane
 * is what somebody entered for the array, or what the day's course tells: the hour about which a device's power lies.
 */

const HOUR = 3_600_000
const KEY = 'course'
/** Half-hours of each half of the day from which its course is trusted: a whole day. No source: chosen. */
const TRUSTED = 8
/** The sums hold about ten days. No source: chosen. */
const KEEP = 1 - 1 / 240
/** Hours of the sun by which the courses of one plane may differ. No source: chosen. */
const SAME_HOURS = 0.75
/** Degrees by which entered planes may differ. No source: chosen. */
const SAME_DEG = 15
/** About noon every plane that is worth a roof has light, hours of the sun. No source: chosen. */
const NOON_HOURS = 2
/** Light that is worth learning from, W/m² in the station's plane under a clear sky; east and west have some then. No source: chosen. */
const LEARN_WM2 = 50

/** Hours since midnight by the sun. */
export const solarHour = ({ at, position }: StationWindow): number =>
  (((at / HOUR + position.longitude / 15) % 24) + 24) % 24

/** Whether every plane that is worth a roof has light. */
export const isAboutNoon = (at: number, longitude: number): boolean =>
  Math.abs(((((at / HOUR + longitude / 15) % 24) + 24) % 24) - 12) <= NOON_HOURS

/** The hour of the sun about which a device's power lies; null = not known yet. */
const courseOf = (memory: RuleMemory, device: Pick<RuleDevice, 'id'>): number | null => {
  const [sum = 0, weighted = 0, before = 0, after = 0] = memory.get(device.id)?.[KEY] ?? []
  return sum > 0 && before >= TRUSTED && after >= TRUSTED ? weighted / sum : null
}

const normalOf = ({ tiltDeg, azimuthDeg }: Plane): [number, number, number] => {
  const [tilt, azimuth] = [(tiltDeg * Math.PI) / 180, (azimuthDeg * Math.PI) / 180]
  return [Math.sin(tilt) * Math.sin(azimuth), Math.sin(tilt) * Math.cos(azimuth), Math.cos(tilt)]
}
const angleDeg = (a: Plane, b: Plane): number => {
  const [one, other] = [normalOf(a), normalOf(b)]
  const cos = one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
  return (Math.acos(Math.min(1, Math.max(-1, cos))) * 180) / Math.PI
}

type Placed = Pick<RuleDevice, 'id' | 'plane'>

/** null = nothing is known of one of the two. */
export const isSamePlane = (memory: RuleMemory, one: Placed, other: Placed): boolean | null => {
  if (one.plane !== null && other.plane !== null) return angleDeg(one.plane, other.plane) <= SAME_DEG
  const [a, b] = [courseOf(memory, one), courseOf(memory, other)]
  return a === null || b === null ? null : Math.abs(a - b) <= SAME_HOURS
}

/**
 * Of the others those whose light may be held against one's own now: all about noon, at other hours those of the same
 * plane. What is of unknown plane is compared about noon alone.
 */
export const peersNow = <T>(
  window: StationWindow,
  memory: RuleMemory,
  others: readonly T[],
  one: RuleDevice,
  deviceOf: (other: T) => RuleDevice,
): T[] => {
  const same = others.filter((other) => isSamePlane(memory, one, deviceOf(other)) === true)
  if (same.length > 0) return same
  return isAboutNoon(window.at, window.position.longitude) ? [...others] : []
}

/** Whether two planes that were entered differ; what was not entered differs from nothing. */
export const planesDiffer = (a: Plane | null, b: Plane | null): boolean =>
  a !== null && b !== null && angleDeg(a, b) > SAME_DEG

/** What of the courses has changed. Devices of one station see the same clouds, so no light has to be known. */
export const learnCourses = (
  window: StationWindow,
  memory: RuleMemory,
  suspected: (device: RuleDevice) => boolean,
): Map<string, Learned> => {
  const inverters = ofKind(window, 'inverter')
  // With one there is nothing to compare, and nothing to write every half-hour.
  if (inverters.length < 2) return new Map()
  if (clearSkyPlaneIrradiance(window.at, window.position, { tiltDeg: 0, azimuthDeg: 0 }) < LEARN_WM2)
    return new Map()
  const hour = solarHour(window)
  const powers = inverters.map((inverter) => ({
    inverter,
    watts:
      inverter.offSince !== null || suspected(inverter)
        ? null
        : meanOf(
            recent(inverter, window.at, HOUR / 2).map(({ p, flags }) =>
              p === null || hasFlag(flags, 'power') ? null : Math.max(0, p),
            ),
          ),
  }))
  // A half-hour in which one is missing would turn its course alone.
  if (powers.some(({ watts }) => watts === null)) return new Map()
  return new Map(
    powers.map(({ inverter, watts }) => {
      const known = memory.get(inverter.id)
      const [sum = 0, weighted = 0, before = 0, after = 0] = known?.[KEY] ?? []
      const kw = (watts ?? 0) / 1000
      const course = [
        KEEP * sum + kw,
        KEEP * weighted + kw * hour,
        Math.min(TRUSTED, before + (hour < 12 ? 1 : 0)),
        Math.min(TRUSTED, after + (hour < 12 ? 0 : 1)),
      ]
      return [
        inverter.id,
        { ...known, [KEY]: course.map((value) => Math.round(value * 1000) / 1000) },
      ] as const
    }),
  )
}
