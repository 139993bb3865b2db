import type { AlarmLevel } from '#domain/alarms/alarm-states.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { RoofArea } from '#domain/stations/faces.ts'
import type { StationCondition } from '#domain/stations/station-kinds.ts'
import type { Db } from '../../platform/db/handle.ts'
import { figuresOf } from './figures-of.ts'
import { type Limited, limitedAnywhere, limitedAt, type limitedOf } from './find-limited.ts'
import type { FiguresMind, FiguresRead } from './kept-mind.ts'
import { elapsedLight } from './station-light.ts'
import { type SwitchedOff, switchedOffAt } from './switched-off.ts'
import { placesToWeigh, type Which } from './find-stations.ts'
import type { Row, Place } from './find-figures.ts'
import { FEW, figureRows } from './find-figures.ts'

/** A station as its cards, the home screen and the live hub need it now. null = unknown, never 0. */
export type StationFigures = {
  stationId: string
  condition: StationCondition
  /** W; the inverters that are heard, those asleep with 0. */
  powerW: number | null
  /** Instant of the oldest reading in that sum. */
  powerAt: number | null
  /** Instant of the newest; null as well where the power of an inverter is not known. */
  powerWholeAt: number | null
  /** Wh of the station's present local day. */
  todayWh: number | null
  todayShared: boolean
  /** Share of the inverters' rated power and of the day so far that it rests on; null = unknown (`coverage.ts`). */
  todayCoverage: number | null
  /** Devices that somebody switched off, the newest act first told of; null = none. They are none of `attention`. */
  switchedOff: { devices: number; at: number; by: string | null } | null
  /** Devices that a limit holds down which somebody set; null = none. */
  limited: ReturnType<typeof limitedOf>
  /** Silent gateways, devices that are silent or shut down behind a gateway that reports, and those never heard. */
  attention: number
  /** Those of them that were never heard, by number. */
  neverHeard: number[]
  /** Alarms that are not closed. */
  openAlarms: Record<AlarmLevel, number>
  lastHeardAt: number | null
  /** What the inverters can give together, W; null when there are none or one is of unknown power. */
  inverterW: number | null
  /** Its roof areas (`roofsOf`). */
  roof: RoofArea[] | null
  /** Into the inverters, W; null where one that runs does not say it. */
  dcW: number | null
  /** What weather stations measure now: in the plane of the modules, W/m2, and the air, °C; null = nothing measures it. */
  irradianceWm2: number | null
  airC: number | null
  /** Wh of the local day before the present one, and the share of it that is known. */
  yesterdayWh: number | null
  yesterdayCoverage: number | null
  devices: Record<DeviceKind, { total: number; online: number }>
}

/** Stations of one statement: for all of a very large installation it would take longer than a statement may. */
const PORTION = 1_000
/** Portions that are asked for at the same time, so that others are answered meanwhile. */
const SIDE_BY_SIDE = 2

const inPortions = async (
  places: readonly Place[],
  rowsOf: (portion: readonly Place[]) => Promise<Row[]>,
): Promise<Row[]> => {
  const found: Row[] = []
  for (let at = 0; at < places.length; at += PORTION * SIDE_BY_SIDE) {
    const portions = Array.from({ length: SIDE_BY_SIDE }, (_, n) =>
      places.slice(at + n * PORTION, at + (n + 1) * PORTION),
    )
    const rows = await Promise.all(portions.filter(({ length }) => length > 0).map(rowsOf))
    found.push(...rows.flat())
  }
  return found
}

type Computed = {
  rows: readonly Row[]
  off: ReadonlyMap<string, SwitchedOff>
  limited: ReadonlyMap<string, Limited>
}

const idsOf = (some: readonly { id: string }[]): string[] => some.map(({ id }) => id)
const nothing: Omit<Computed, 'rows'> = { off: new Map(), limited: new Map() }

/**
 * Figures of stations from their devices, with what somebody did there on purpose. Of few that is asked for beside them, as
 * if there were nothing, and those alone are computed again where there is: who switched something off is asked where
 * something stands still.
 */
const computedRows = async (
  db: Db,
  places: readonly Place[],
  now: number,
  limits: () => Promise<Computed['limited']>,
): Promise<Computed> => {
  const compute = (some: readonly Place[], { off, limited }: Omit<Computed, 'rows'>): Promise<Row[]> =>
    inPortions(some, (portion) => figureRows(db, portion, now, [...off.keys()], [...limited.keys()]))
  if (places.length > FEW) {
    const [off, limited] = await Promise.all([switchedOffAt(db, idsOf(places), now), limits()])
    return { rows: await compute(places, { off, limited }), off, limited }
  }
  const [first, limited] = await Promise.all([compute(places, nothing), limits()])
  const still = first.filter(({ faulty }) => faulty > 0)
  const off = still.length === 0 ? nothing.off : await switchedOffAt(db, idsOf(still), now)
  const held = new Set(limited.values().map(({ stationId }) => stationId))
  const others = new Set(
    idsOf(first.filter(({ id, faulty }) => held.has(id) || (off.size > 0 && faulty > 0))),
  )
  if (others.size === 0) return { rows: first, off, limited }
  const again = await compute(
    places.filter(({ id }) => others.has(id)),
    { off, limited },
  )
  return { rows: [...first.filter(({ id }) => !others.has(id)), ...again], off, limited }
}

/** Where nothing is known. */
const placesWithout = (held: readonly (StationFigures | undefined)[]): number[] => {
  const found: number[] = []
  for (let at = held.indexOf(undefined); at >= 0; at = held.indexOf(undefined, at + 1)) found.push(at)
  return found
}

const placesById = (places: readonly Place[]): ((id: string) => number | undefined) => {
  const found = new Map(places.map(({ id }, at) => [id, at]))
  return (id) => found.get(id)
}

/**
 * Figures of stations that were read already, in their order; undefined of one that is not there any more. As many
 * statements for a thousand of them as for one. Of many those that are kept and still hold are taken from `mind`, and only
 * the others computed: the answer is the same (decision 132). Given a mind, figures stay the same object while nothing in
 * them changes; `read`: what it has read for this look already.
 */
export const figuresInOrder = async (
  db: Db,
  places: readonly Place[],
  now: number,
  mind: FiguresMind | null = null,
  read: FiguresRead | null = null,
): Promise<readonly (StationFigures | undefined)[]> => {
  if (places.length === 0) return []
  const look = await mind?.figures(db, places, now, read)
  const held = look?.found
  const missing = held === undefined ? [...places.keys()] : placesWithout(held)
  const rest = missing.length === places.length ? places : missing.map((at) => places[at] as Place)
  const ids = rest.map(({ id }) => id)
  const { rows, off, limited } = await computedRows(db, rest, now, () =>
    rest.length === places.length ? limitedAt(db, ids) : limitedAnywhere(db),
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const limits = Map.groupBy(limited.values(), ({ stationId }) => stationId)
  const others = new Map<number, StationFigures | undefined>()
  for (const [n, at] of missing.entries()) {
    const place = rest[n] as Place
    const row = rowOf.get(place.id)
    if (row === undefined) continue
    const found = figuresOf(row, elapsedLight(place, now), off, limits.get(place.id))
    others.set(at, look === undefined ? found : look.computed(place, row, found))
  }
  if (held === undefined || mind === null) return places.map((_, at) => others.get(at))
  const placeOf = limits.size === 0 ? null : (mind.placeIn(held) ?? placesById(places))
  for (const [id, own] of limits) {
    const at = placeOf?.(id)
    const kept = at === undefined ? undefined : held[at]
    if (at !== undefined && kept !== undefined) others.set(at, mind.limited(kept, own))
  }
  return mind.completed(held, others)
}

/** The same by id. */
export const figuresAt = async (
  db: Db,
  places: readonly Place[],
  now: number,
  mind: FiguresMind | null = null,
): Promise<Map<string, StationFigures>> => {
  const found = await figuresInOrder(db, places, now, mind)
  return new Map(found.flatMap((figures) => (figures === undefined ? [] : [[figures.stationId, figures]])))
}

/** Figures of stations by id. The ids are the caller's to have checked. */
export const stationFigures = async (
  db: Db,
  which: Which,
  now: number,
): Promise<Map<string, StationFigures>> => {
  if ('ids' in which && which.ids.length === 0) return new Map()
  const places = await placesToWeigh(db, which)
  return figuresAt(db, places, now)
}
