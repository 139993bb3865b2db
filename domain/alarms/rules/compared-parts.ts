import { COMPARABLE_DEG } from '../../analyses/light.ts'
import { isSamePlane, type CourseOf } from '../../analyses/planes.ts'
import {
  ofKind,
  type HourMean,
  type RuleDevice,
  type RuleString,
  type StationWindow,
} from '../../analyses/station-window.ts'
import { sunAt } from '../../stations/sun.ts'
import { soundRatedW } from '../../telemetry/shown-power.ts'

/** Who is held against whom over a day, and which of their hours count at all. */

const HOUR = 3_600_000
/** Steadier than any sky, share of the power. No source: chosen, a watt of ten kilowatts. */
const STANDS_STILL = 1e-4
/** The sun so far down gives nothing, degrees. No source: chosen. */
const DARK_DEG = -3
/** Of an hour's reports so many have to have come. No source: chosen. */
const HEARD = 0.75

/** Something that is compared: a device, or a part of one. */
export type Part = {
  device: RuleDevice
  instance: string
  /** What its power is divided by. */
  size: number
  hours: ReadonlyMap<number, HourMean>
  /** Of its peers whether they look into the same sky for certain. */
  peers: readonly { part: Part; sure: boolean }[]
}

const counts = ({ heldBack, readings }: HourMean, reportMin: number): boolean =>
  !heldBack && readings >= (HEARD * 60) / reportMin

const standsStill = ({ powerW, spreadW }: HourMean): boolean => powerW > 0 && spreadW <= STANDS_STILL * powerW

/** How high the sun stands in each hour, reckoned once for all. */
const sunOver = ({ hours, position }: StationWindow): ((one: HourMean) => number) => {
  const known = new Map<number, number>()
  for (const own of hours?.values() ?? [])
    for (const { from } of own)
      if (!known.has(from)) known.set(from, sunAt(from + HOUR / 2, position).elevationDeg)
  return ({ from }) => known.get(from) ?? 0
}

/**
 * The hours of daylight that count. Power that stands still by night is an old word repeated, and so is what stood
 * still before dark.
 */
const lightHours = (
  hours: readonly HourMean[],
  reportMin: number,
  elevationOf: (one: HourMean) => number,
): ReadonlyMap<number, HourMean> => {
  const repeated = hours.some((one) => standsStill(one) && elevationOf(one) < DARK_DEG)
  return new Map(
    hours.flatMap((one) =>
      elevationOf(one) < COMPARABLE_DEG || !counts(one, reportMin) || (repeated && standsStill(one))
        ? []
        : [[one.from, one]],
    ),
  )
}

/** Ratings that differ by less belong to fields of one size, where nobody entered how big they are. No source: chosen. */
const SAME_RATING = 0.02

/** So many say what is usual, spread over all there are: more would cost and tell no more. No source: chosen. */
const PEERS_MOST = 24

const spread = <T>(all: readonly T[], from: number): T[] =>
  all.length <= PEERS_MOST
    ? [...all]
    : Array.from({ length: PEERS_MOST }, (_, n) =>
        Math.floor((from + (n * all.length) / PEERS_MOST) % all.length),
      ).flatMap((index) => all[index] ?? [])

/** W of the modules that are known to end at each inverter; one of which not all are known is left out. */
const fieldsW = (strings: readonly RuleString[]): Map<string, number> =>
  new Map(
    [...Map.groupBy(strings, ({ inverterId }) => inverterId)].flatMap(([id, own]) => {
      const known = own.flatMap(({ capacityW }) => capacityW ?? [])
      const watts = known.reduce((sum, w) => sum + w, 0)
      return known.length < own.length || watts <= 0 ? [] : [[id, watts]]
    }),
  )

/** `field`: W of all its modules; null = nobody entered that. */
type Sized = Part & { rated: number; field: number | null }

const isAlike = (one: Sized, other: Sized): boolean =>
  one.field === null || other.field === null
    ? one.field === other.field && Math.abs(one.rated - other.rated) <= SAME_RATING * one.rated
    : true

/**
 * Inverters beside each other: by the power of their fields where that is known of both, else those of one rating. A
 * rating in doubt measures nobody.
 */
const inverterParts = (window: StationWindow, hoursOf: HoursOf, courseOf: CourseOf): Part[] => {
  const fields = fieldsW(window.strings)
  const parts = ofKind(window, 'inverter').flatMap((device): Sized[] => {
    const rated = soundRatedW(device.ratedW, device.shownW ?? null)
    const own = hoursOf(device)
    if (rated === null || rated <= 0 || own.size === 0) return []
    const field = fields.get(device.id) ?? null
    return [{ device, instance: '1', size: field ?? rated, rated, field, hours: own, peers: [] }]
  })
  return parts.map((part, index) => ({
    ...part,
    peers: spread(
      parts.filter(
        (other) =>
          other !== part && isAlike(part, other) && isSamePlane(courseOf, part.device, other.device) === true,
      ),
      index,
    ).map((other) => ({ part: other, sure: true })),
  }))
}

/** Modules beside each other at one inverter. Sure are those whose planes were entered: the course of a module is not learned. */
const optimizerParts = (window: StationWindow, hoursOf: HoursOf): Part[] => {
  const parts = ofKind(window, 'optimizer').flatMap((device): Part[] => {
    const own = hoursOf(device)
    return own.size === 0 || device.parentId === null
      ? []
      : [{ device, instance: '1', size: device.size ?? 1, hours: own, peers: [] }]
  })
  return [...Map.groupBy(parts, ({ device }) => device.parentId).values()].flatMap((group) =>
    group.map((part, index) => ({
      ...part,
      peers: spread(
        group.flatMap((other) => {
          const same = other === part ? false : isSamePlane(() => null, part.device, other.device)
          return same === false ? [] : [{ part: other, sure: same === true }]
        }),
        index,
      ),
    })),
  )
}

/** The hours of a device that count. */
type HoursOf = (device: RuleDevice) => ReadonlyMap<number, HourMean>

/** Whatever of the station is compared today. */
export const partsOf = (window: StationWindow, courseOf: CourseOf): Part[] => {
  const { hours, reportMin } = window
  if (hours === null) return []
  const elevationOf = sunOver(window)
  const hoursOf: HoursOf = ({ id }) => lightHours(hours.get(id) ?? [], reportMin, elevationOf)
  return [...inverterParts(window, hoursOf, courseOf), ...optimizerParts(window, hoursOf)]
}
