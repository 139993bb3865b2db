import { signedPosition, sunAt, type EnteredPosition } from '#domain/stations/sun.ts'
import { type DeviceTime, shareKnown } from '#domain/telemetry/coverage.ts'
import { mediansOfOthers } from '#domain/telemetry/peers.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { cellsOf, type HourCell } from './om-store.ts'

const HOUR = 3_600_000
/** Below that even a sound inverter may still be waiting. */
const LEAST_SUN_DEG = 10
/** What an inverter gives less than this of the median beside it is lost. */
const FULL_SHARE = 0.9
export type Inverter = { no: number; ratedW: number | null; from: number; to: number }
export type Hours = {
  available: number
  unavailable: number
  unknown: number
  lostWh: number | null
  /** Share of the rated power and of the daylight hours that `lostWh` was looked for in; null = there were none. */
  compared: number | null
  unpriced: number
}

/** Hours of a stretch, counted from 1970, in whose middle the sun stands high enough. */
const daylightHours = (position: EnteredPosition, from: number, to: number): number[] => {
  const where = signedPosition(position)
  const first = Math.ceil(from / HOUR)
  return Array.from({ length: Math.max(0, Math.floor(to / HOUR) - first) }, (_, at) => first + at).filter(
    (hour) => sunAt((hour + 0.5) * HOUR, where).elevationDeg >= LEAST_SUN_DEG,
  )
}

type Times = Map<number, DeviceTime & { known: number }>

/** What is added to, hour by hour. */
const nothingYet = (inverters: readonly Inverter[]): { hours: Hours; times: Times } => ({
  hours: { available: 0, unavailable: 0, unknown: 0, lostWh: null, compared: null, unpriced: 0 },
  times: new Map(inverters.map(({ no, ratedW }) => [no, { ratedW, asked: 0, known: 0 }])),
})

const comparedOf = ({ hours, times }: { hours: Hours; times: Times }): Hours => ({
  ...hours,
  compared: shareKnown([...times.values()]),
})

/** Adds these hours of the inverters that were there in each. */
const addHours = (
  { hours, times }: { hours: Hours; times: Times },
  inverters: readonly Inverter[],
  daylight: readonly number[],
  cells: readonly HourCell[],
): void => {
  const byHour = Map.groupBy(cells, ({ hour }) => hour)
  for (const hour of daylight) {
    const here = inverters.filter((one) => one.from <= hour * HOUR && one.to > hour * HOUR)
    addHour(hours, times, here, new Map(byHour.get(hour)?.map((cell) => [cell.no, cell])))
  }
}

export type Site = { station: EnteredPosition; inverters: readonly Inverter[] }

/** Each site with the same as `inverterHours` of one day, which is short, by one statement for all. */
export const inverterHoursOfDay = async <One extends Site>(
  db: Db,
  sites: readonly One[],
  { from, to }: { from: number; to: number },
): Promise<(One & { hours: Hours })[]> => {
  const lit = sites.map((site) => ({ site, daylight: daylightHours(site.station, from, to) }))
  const all = lit.flatMap(({ daylight }) => daylight)
  const nos = sites.flatMap(({ inverters }) => inverters.map(({ no }) => no))
  const cells =
    all.length === 0 ? [] : await cellsOf(db, nos, Math.min(...all) * HOUR, (Math.max(...all) + 1) * HOUR)
  const byNo = Map.groupBy(cells, ({ no }) => no)
  return lit.map(({ site, daylight }) => {
    const sums = nothingYet(site.inverters)
    const own = site.inverters.flatMap(({ no }) => byNo.get(no) ?? [])
    addHours(sums, site.inverters, daylight, own)
    return { ...site, hours: comparedOf(sums) }
  })
}

/** Hours that are read at once. A day of UTC begins with a whole hour in every zone, and readings lie by it. */
const READ_HOURS = 24

/**
 * Inverter hours in daylight in [from, to): available as long as it ran, unavailable as long as it was heard and did not,
 * for whatever reason, unknown when nothing usable was heard. Wh that were lost against the median beside it, per kW
 * rated, and of how much that can be said.
 *
 * Of 100 inverters it takes about a second (measured on two cores), four fifths of it PostgreSQL's, and holds up
 * whatever else this process does for 8 ms at most: not worth a thread of its own, which begins with more than that. It
 * is read a day at a time. So no statement is long, between them the connection is free for others, and nothing has to
 * be cancelled at the database when the caller leaves: the next day is not begun.
 * @throws Refusal `unavailable` when the caller has left
 */
export const inverterHours = async (
  db: Db,
  position: EnteredPosition,
  inverters: readonly Inverter[],
  { from, to, gone }: { from: number; to: number; gone: AbortSignal },
): Promise<Hours> => {
  const sums = nothingYet(inverters)
  const nos = inverters.map(({ no }) => no)
  const days = Map.groupBy(daylightHours(position, from, to), (hour) => Math.floor(hour / READ_HOURS))
  for (const daylight of days.values()) {
    if (gone.aborted) refuse('unavailable')
    const [first = 0, last = first] = [daylight[0], daylight.at(-1)]
    addHours(sums, inverters, daylight, await cellsOf(db, nos, first * HOUR, (last + 1) * HOUR))
  }
  return comparedOf(sums)
}

/** One hour of all the inverters that were there. */
const addHour = (
  hours: Hours,
  times: Times,
  here: readonly Inverter[],
  heard: ReadonlyMap<number, HourCell>,
): void => {
  const medians = mediansOfOthers(
    here.map(({ no, ratedW }) => {
      const powerW = heard.get(no)?.powerW ?? null
      return powerW === null || powerW <= 0 || ratedW === null || ratedW <= 0 ? null : powerW / ratedW
    }),
  )
  const runs = here.map(({ no }) => heard.get(no)?.runs ?? 0)
  // The longest that another ran: of the one that ran longest that is the second.
  const [longest = 0, second = 0] = runs.toSorted((a, b) => b - a)
  const longestAt = runs.indexOf(longest)
  for (const [at, inverter] of here.entries()) {
    const cell = heard.get(inverter.no)
    const time = times.get(inverter.no)
    if (time) time.asked += 1
    if (!cell) {
      hours.unknown += 1
      continue
    }
    const stood = 1 - cell.runs
    hours.available += cell.runs
    hours.unavailable += stood
    const { ratedW } = inverter
    if (cell.powerW === null || ratedW === null || ratedW <= 0) continue
    const median = medians[at] ?? null
    if (median === null) {
      hours.unpriced += stood
      continue
    }
    // As long as no other ran either nothing says what it would have given: the grid was lost, say.
    if (stood > 0) hours.unpriced += Math.min(stood, 1 - (at === longestAt ? second : longest))
    if (time) time.known += 1
    const expected = median * ratedW
    hours.lostWh = (hours.lostWh ?? 0) + (cell.powerW < FULL_SHARE * expected ? expected - cell.powerW : 0)
  }
}
