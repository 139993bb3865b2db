import { isSamePlane, type CourseOf } from '../../analyses/planes.ts'
import {
  ofKind,
  type HourMean,
  type RuleDevice,
  type RuleString,
  type StationWindow,
} from '../../analyses/station-window.ts'
import { sunAt } from '../../stations/sun.ts'
import { medianOf } from '../../telemetry/peers.ts'
import { soundRatedW } from '../../telemetry/shown-power.ts'
import { COMPARABLE_DEG } from '../../analyses/light.ts'

/**
 * The clear hours of a day: in which a device and its peers were heard, stood in strong and steady light, and the
 * peers agreed. What they say of the device is the only thing that is remembered of the day.
 */

const HOUR = 3_600_000
/** Steadier than any sky, share of the power. No source: chosen, a watt of ten kilowatts. */
const STANDS_STILL = 1e-4
/** The sun so far down gives nothing. */
const DARK_DEG = -3
/** What gives less of what its peers give stands still: that is for others to say. No source: as for inverters that are off. */
const STANDS = 0.1
/** Of an hour's reports so many have to have come. No source: chosen. */
const HEARD = 0.75
/** Power from which an hour counts, share of the best hour of the peers: below it rounding and shadows decide. No source: chosen. */
const STRONG = 0.3
/** Near the best that the peers have given at this hour of the sun. No source: chosen; thin haze costs less, clouds more. */
const NEAR_BEST = 0.75
/** How far single readings may lie from the mean of their hour, share: the sun's own way is half of it at 15 degrees. No source: chosen. */
const STEADY = 0.25
/** Most peers have to lie this close to their median: clouds do not pass over all at once. No source: as for strings. */
const AGREE = 0.15
const AGREEING = 0.75
/** At its rating a device gives what it is able to: what its field could give is not seen. No source: chosen. */
const AT_RATING = 0.97
/** A day is clear from so many hours on. No source: chosen. */
export const HOURS_LEAST = 3

/** Best power of the peers per size, by the hour of the sun; what is old fades. */
export type Best = readonly number[]
/** A day of weather in which the best is not reached; a percent is less than the seasons change. No source: chosen. */
const FADES = 0.99

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

export type ClearHour = {
  from: number
  /** Enough peers of the same plane for certain were heard. */
  sure: boolean
  /** Share of what the peers gave per size. */
  ratio: number
  /** W per size, and W that the peers would have given in its place. */
  own: number
  peersW: number
  peers: number
}
export type DayOfHours = { hours: ClearHour[]; best: number[] }

/** Of the sun, 0 to 23. */
const sunHour = (from: number, longitude: number): number =>
  Math.floor(((((from + HOUR / 2) / HOUR + longitude / 15) % 24) + 24) % 24)

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

/** What the clear hours since the last look say of a part; `best` as it was known before. */
export const clearHours = (
  part: Part,
  window: StationWindow,
  known: Best,
  habitOf: (part: Part) => number,
): DayOfHours => {
  const { position } = window
  // Where enough are of the same plane for certain the others are not needed.
  const certain = part.peers.filter(({ sure }) => sure)
  const peers = (certain.length >= PEERS_SURE ? certain : part.peers).map(({ part: peer, sure }) => ({
    sure,
    size: peer.size * habitOf(peer),
    hours: peer.hours,
  }))
  const best = Array.from({ length: 24 }, (_, hour) => (known[hour] ?? 0) * FADES)
  const seen = [...part.hours.values()].flatMap((own) => {
    const values: number[] = []
    let certainly = 0
    for (const { size, sure, hours: theirs } of peers) {
      const mean = theirs.get(own.from)
      if (mean === undefined) continue
      values.push(mean.powerW / size)
      if (sure) certainly += 1
    }
    const median = medianOf(values)
    if (median === null || median <= 0) return []
    const hour = sunHour(own.from, position.longitude)
    best[hour] = Math.max(best[hour] ?? 0, median)
    return [{ own, values, median, hour, sure: certainly >= PEERS_SURE }]
  })
  const strongest = Math.max(...best)
  const hours = seen.flatMap(({ own, values, median, hour, sure }): ClearHour[] => {
    const agreeing = values.filter((value) => Math.abs(value - median) <= AGREE * median).length
    const limit = part.device.kind === 'inverter' ? (part.device.ratedW ?? Infinity) : Infinity
    const clear =
      median >= STRONG * strongest &&
      median >= NEAR_BEST * (best[hour] ?? 0) &&
      agreeing >= AGREEING * values.length &&
      own.spreadW <= STEADY * Math.max(own.powerW, 1) &&
      own.powerW < AT_RATING * limit &&
      own.powerW >= STANDS * median * part.size
    return clear
      ? [
          {
            from: own.from,
            sure,
            ratio: own.powerW / part.size / median,
            own: own.powerW / part.size,
            peers: values.length,
            peersW: median * part.size,
          },
        ]
      : []
  })
  return { hours, best: best.map((value) => Math.round(value * 1000) / 1000) }
}

/** So many peers of the same plane say what is usual before anything was learned; with one nobody knows who is right. */
export const PEERS_SURE = 2
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
      return known.length < own.length ? [] : [[id, known.reduce((sum, w) => sum + w, 0)]]
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
