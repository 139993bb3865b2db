import * as z from 'zod/mini'
import { clearSkyPlaneIrradiance, type Plane } from '../stations/clear-sky.ts'
import { hasFlag } from '../telemetry/quality-flags.ts'
import { type Analysis, learns, type Suspicion } from './analysis.ts'
import { type Memory, memoryKind } from './memory.ts'
import { meanOf, ofKind, recent, type RuleDevice, type StationWindow } from './station-window.ts'

/**
 * Who looks into the same sky. An east roof works while a west roof sleeps: they are no peers but about noon. The plane
 * is what somebody entered for the array, or what the day's course tells: the hour about which a device's power lies.
 */

const HOUR = 3_600_000
/**
 * The course of an inverter's day: power in kW over half-hours, the same times the hour of the sun, and half-hours seen
 * before and after noon.
 */
export const courses = memoryKind(
  'courses',
  z.strictObject({ sum: z.number(), weighted: z.number(), before: z.number(), after: z.number() }),
)
type Course = { sum: number; weighted: number; before: number; after: number }
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
const hourOf = (course: Course | null): number | null =>
  course !== null && course.sum > 0 && course.before >= TRUSTED && course.after >= TRUSTED
    ? course.weighted / course.sum
    : null

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
/** What is known of the course of a device's day. */
export type CourseOf = (deviceId: string) => Course | null
export const coursesIn =
  (memory: Memory): CourseOf =>
  (deviceId) =>
    courses.of(memory, deviceId)

/** null = nothing is known of one of the two. */
export const isSamePlane = (courseOf: CourseOf, one: Placed, other: Placed): boolean | null => {
  if (one.plane !== null && other.plane !== null) return angleDeg(one.plane, other.plane) <= SAME_DEG
  const [a, b] = [hourOf(courseOf(one.id)), hourOf(courseOf(other.id))]
  return a === null || b === null ? null : Math.abs(a - b) <= SAME_HOURS
}

/**
 * Of the others those whose light may be held against one's own now: all about noon, at other hours those of the same
 * plane. What is of unknown plane is compared about noon alone.
 */
export const peersNow = <T>(
  window: StationWindow,
  memory: Memory,
  others: readonly T[],
  one: RuleDevice,
  deviceOf: (other: T) => RuleDevice,
): T[] => {
  const same = others.filter((other) => isSamePlane(coursesIn(memory), one, deviceOf(other)) === true)
  if (same.length > 0) return same
  return isAboutNoon(window.at, window.position.longitude) ? [...others] : []
}

/** Whether two planes that were entered differ; what was not entered differs from nothing. */
export const planesDiffer = (a: Plane | null, b: Plane | null): boolean =>
  a !== null && b !== null && angleDeg(a, b) > SAME_DEG

const rounded = (value: number): number => Math.round(value * 1000) / 1000
const stands = ({ id }: RuleDevice, suspected: Suspicion): boolean =>
  ['RULE-INVERTER-OFF', 'RULE-NO-PRODUCTION'].some((code) => suspected(id, code, '1'))

/** What of the courses has changed. Devices of one station see the same clouds, so no light has to be known. */
const learnCourses = (window: StationWindow, memory: Memory, suspected: Suspicion): Map<string, Course> => {
  const inverters = ofKind(window, 'inverter')
  // With one there is nothing to compare, and nothing to write every half-hour.
  if (inverters.length < 2) return new Map()
  if (clearSkyPlaneIrradiance(window.at, window.position, { tiltDeg: 0, azimuthDeg: 0 }) < LEARN_WM2)
    return new Map()
  const hour = solarHour(window)
  const powers = inverters.map((inverter) => ({
    inverter,
    watts:
      inverter.offSince !== null || stands(inverter, suspected)
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
      const { sum, weighted, before, after } = courses.of(memory, inverter.id) ?? nothing
      const kw = (watts ?? 0) / 1000
      return [
        inverter.id,
        {
          sum: rounded(KEEP * sum + kw),
          weighted: rounded(KEEP * weighted + kw * hour),
          before: Math.min(TRUSTED, before + (hour < 12 ? 1 : 0)),
          after: Math.min(TRUSTED, after + (hour < 12 ? 0 : 1)),
        },
      ]
    }),
  )
}
const nothing: Course = { sum: 0, weighted: 0, before: 0, after: 0 }

/** It says nothing by itself: whoever compares inverters reads it. */
export const coursesOfDay: Analysis = {
  id: 'courses',
  needs: { step: 'minutes', readings: ['p'] },
  learn: learns(courses, learnCourses),
}
