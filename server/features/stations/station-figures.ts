import type { Which } from './find-stations.ts'
import { type AlarmLevel, byLevel, levelNumber } from '#domain/alarms/alarm-states.ts'
import { byKind, type DeviceKind, deviceKinds } from '#domain/devices/kinds.ts'
import type { RoofArea } from '#domain/stations/faces.ts'
import { stationCondition } from '#domain/stations/condition.ts'
import type { StationCondition } from '#domain/stations/station-kinds.ts'
import { askedBeforeLight, DAWN, flooredShare, knownToday, shareKnown } from '#domain/telemetry/coverage.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type Limited, limitedAnywhere, limitedAt, limitedOf } from './find-limited.ts'
import type { FiguresMind, Holding } from './kept-mind.ts'
import { elapsedLight } from './station-light.ts'
import { type SwitchedOff, switchedOffAt } from './switched-off.ts'
import { placesToWeigh } from './find-stations.ts'
import type { Row, Place } from './find-figures.ts'
import { figureRows } from './find-figures.ts'

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

/** The newest act of those. */
const actsOf = (ids: readonly string[], off: ReadonlyMap<string, SwitchedOff>) => {
  const acts = ids.flatMap((id) => off.get(id) ?? []).toSorted((a, b) => b.at - a.at)
  return acts[0] === undefined ? null : { devices: acts.length, at: acts[0].at, by: acts[0].by }
}

/** What is known of the station's present day, by the thousandths of its light that are behind. */
const todayCoverage = (inverters: Row['inverters'], elapsed: number): number | null => {
  if (inverters === null) return null
  return shareKnown(
    inverters.map(([ratedW, known, everHeard]) => ({
      ratedW,
      ...(elapsed < DAWN
        ? askedBeforeLight(everHeard)
        : { asked: elapsed, known: known === null ? null : knownToday(known, elapsed) }),
    })),
  )
}

const figuresOf = (
  row: Row,
  elapsed: number,
  off: ReadonlyMap<string, SwitchedOff>,
  limits: readonly Limited[],
): StationFigures => ({
  stationId: row.id,
  condition: stationCondition({
    gatewaysOnline: row.gateway_online,
    heard: row.heard,
    shutdown: row.faulty,
    switchedOff: row.off?.length ?? 0,
    inverters: {
      producing: row.producing,
      curtailed: row.curtailed,
      standby: row.standby,
      disconnected: row.disconnected,
    },
  }),
  powerW: row.power,
  powerAt: row.power_at,
  powerWholeAt: row.power_whole === true ? row.power_newest : null,
  todayWh: row.today,
  todayShared: row.shared ?? false,
  todayCoverage: todayCoverage(row.inverters, elapsed),
  switchedOff: actsOf(row.off ?? [], off),
  limited: limitedOf(limits),
  attention: row.attention,
  neverHeard: row.never_heard,
  openAlarms: byLevel((level) => row.open_alarms[levelNumber(level) - 1] ?? 0),
  lastHeardAt: row.last_heard,
  inverterW: row.inverter_w,
  roof: row.roof,
  dcW: row.dc,
  irradianceWm2: row.irradiance,
  airC: row.air,
  yesterdayWh: row.yesterday,
  yesterdayCoverage:
    row.yesterday_coverage === null || row.yesterday_coverage >= 1
      ? row.yesterday_coverage
      : flooredShare(row.yesterday_coverage),
  devices: byKind(deviceKinds, (kind) => ({ total: row[`${kind}_total`], online: row[`${kind}_online`] })),
})

const noActs: ReadonlyMap<string, SwitchedOff> = new Map()

/** Of what holds: made anew when more of the day's light is behind, or while somebody holds it down. */
const figuresHeld = (
  held: Holding,
  elapsed: number,
  limits: readonly Limited[] | undefined,
): StationFigures => {
  if (held.made?.elapsed !== elapsed)
    held.made = { elapsed, figures: figuresOf(held.row, elapsed, noActs, []) }
  const { figures } = held.made
  return limits === undefined ? figures : { ...figures, limited: limitedOf(limits) }
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

/**
 * Figures of stations that were read already, by id; as many statements for a thousand of them as for one. Of many those
 * that are kept and still hold are taken from `mind`, and only the others computed: the answer is the same (decision 132).
 */
export const figuresAt = async (
  db: Db,
  places: readonly Place[],
  now: number,
  mind: FiguresMind | null = null,
): Promise<Map<string, StationFigures>> => {
  if (places.length === 0) return new Map()
  const kept = (await mind?.holding(db, places.length, now)) ?? (() => undefined)
  const rest = places.filter(({ id }) => kept(id) === undefined)
  const ids = rest.map(({ id }) => id)
  const [off, limited] = await Promise.all([
    switchedOffAt(db, ids, now),
    rest.length === places.length ? limitedAt(db, ids) : limitedAnywhere(db),
  ])
  const rows = await inPortions(rest, (portion) =>
    figureRows(db, portion, now, [...off.keys()], [...limited.keys()]),
  )
  const computed = new Map(rows.map((row) => [row.id, row]))
  const limits = Map.groupBy(limited.values(), ({ stationId }) => stationId)
  const found = new Map<string, StationFigures>()
  for (const place of places) {
    const { id } = place
    const row = computed.get(id)
    const elapsed = elapsedLight(place, now)
    if (row !== undefined) {
      found.set(id, figuresOf(row, elapsed, off, limits.get(id) ?? []))
      continue
    }
    const held = kept(id)
    if (held !== undefined) found.set(id, figuresHeld(held, elapsed, limits.get(id)))
  }
  return found
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
