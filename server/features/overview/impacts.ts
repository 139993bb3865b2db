import { type Impact, impactNow } from '#domain/alarms/impact.ts'
import { courses, isSamePlane } from '#domain/analyses/planes.ts'
import { sleepsWithoutLight } from '#domain/devices/kinds.ts'
import { expectedPowerW, type Plane } from '#domain/stations/clear-sky.ts'
import type { RoofArea } from '#domain/stations/faces.ts'
import type { AttentionReason } from '#domain/stations/station-kinds.ts'
import { soundRatedW } from '#domain/telemetry/shown-power.ts'
import type { Db } from '../../platform/db/handle.ts'
import { stateNow } from '../devices/device-state-now.ts'
import { isDarkAt, modulesOfPart } from '../stations/station-light.ts'
import { roofsOf } from '../stations/find-roofs.ts'
import { coursesOf, planesOf } from '../telemetry/plane-store.ts'
import { type BesideRow, devicesBeside, type StationFacts, stationFacts } from './trouble-store.ts'

export type Troubled = {
  id: string
  stationId: string
  reason: AttentionReason | null
  /** An alarm of it may cost energy by itself. */
  costly: boolean
  ratedW: number | null
}

/** What troubles are weighed by, of one station or of many. */
export type Beside = {
  rows: readonly BesideRow[]
  planes: ReadonlyMap<string, Plane>
  learned: ReadonlyMap<string, object>
  roofs: ReadonlyMap<string, RoofArea[]>
}

const sizeOf = ({ kind, rated_w, shown_w }: BesideRow): number | null =>
  // Optimizers of one model stand over modules of one size: which it is does not matter among themselves.
  kind === 'optimizer' ? 1 : soundRatedW(rated_w, shown_w)

/** Those that a device is held against: of its kind, healthy, under the same sky. */
const peersOf = (own: BesideRow, beside: Beside, ill: ReadonlySet<string>): BesideRow[] => {
  const others = beside.rows.filter(
    (one) =>
      one.id !== own.id &&
      one.kind === own.kind &&
      !ill.has(one.id) &&
      (own.kind === 'inverter'
        ? one.station_id === own.station_id
        : one.parent_id === own.parent_id && one.string_no === own.string_no && one.model === own.model),
  )
  const courseOf = (id: string) => courses.parse(beside.learned.get(id))
  const placed = (id: string) => ({ id, plane: beside.planes.get(id) ?? null })
  const same = others.filter(({ id }) => isSamePlane(courseOf, placed(own.id), placed(id)) === true)
  return same.length > 0
    ? same
    : others.filter(({ id }) => isSamePlane(courseOf, placed(own.id), placed(id)) === null)
}

/** Whether it costs something that devices beside it can tell. */
export const isWeighed = ({ reason, costly }: Troubled): boolean => reason === 'shutdown' || costly

/** What these are held against, `most` devices; what gives no power, or is behind a silent gateway, is looked up nowhere. */
export const readBeside = async (db: Db, all: readonly Troubled[], most: number): Promise<Beside> => {
  const rows = await devicesBeside(
    db,
    all.filter(isWeighed).map(({ id }) => id),
    most,
  )
  const sites = [...new Set(rows.map((row) => row.station_id))]
  if (sites.length === 0) return { rows, planes: new Map(), learned: new Map(), roofs: new Map() }
  const [planes, roofs, learned] = await Promise.all([
    planesOf(db, sites),
    roofsOf(db, sites),
    coursesOf(
      db,
      rows.flatMap(({ id, kind }) => (kind === 'inverter' ? [id] : [])),
    ),
  ])
  return { rows, planes, learned, roofs }
}

type Sky = { station: StationFacts | undefined; isDark: boolean }

/**
 * What one costs at `now`; `ill`: those weighed with it, which nothing is held against. `moves`: a moment later it may be
 * another although nothing was read anew and the light is the same.
 */
export const impactOf = (
  one: Troubled,
  own: BesideRow | undefined,
  { beside, ill, station, isDark }: Sky & { beside: Beside; ill: ReadonlySet<string> },
  now: number,
): { impact: Impact; moves: boolean } => {
  const size = own === undefined ? null : sizeOf(own)
  const peerShares =
    own === undefined
      ? []
      : peersOf(own, beside, ill).flatMap((peer) => {
          const { powerW } = stateNow(peer, now)
          const itsSize = sizeOf(peer)
          return powerW === null || itsSize === null || itsSize <= 0 ? [] : [powerW / itsSize]
        })
  // What stands still alone is held against the sky.
  const bySky =
    own?.kind === 'inverter' &&
    station !== undefined &&
    one.reason === 'shutdown' &&
    (peerShares.length === 0 || size === null)
  const impact = impactNow({
    ...one,
    powerW: own === undefined ? null : stateNow(own, now).powerW,
    isDark,
    needsLight: own !== undefined && sleepsWithoutLight(own.kind),
    size,
    peerShares,
    clearSkyW: bySky
      ? shareOfSky(own, beside, { ...station, roof: beside.roofs.get(station.id) ?? null }, now)
      : null,
  })
  return { impact, moves: bySky && !isDark }
}

/** What holds those that are held against each other. */
const besideWhom = ({ kind, station_id, parent_id }: BesideRow): string | null =>
  kind === 'inverter' ? station_id : parent_id

/** What each of these costs at `now`, by id, and the stations they stand at; `most` devices are looked at beside them. */
export const impactsOf = async (
  db: Db,
  all: readonly Troubled[],
  now: number,
  most: number,
): Promise<{ impacts: ReadonlyMap<string, Impact>; stations: ReadonlyMap<string, StationFacts> }> => {
  const [stations, beside] = await Promise.all([
    stationFacts(db, [...new Set(all.map(({ stationId }) => stationId))]),
    readBeside(db, all, most),
  ])
  const rowOf = new Map(beside.rows.map((row) => [row.id, row]))
  const ill = new Set(all.filter(isWeighed).map(({ id }) => id))
  const near = Map.groupBy(beside.rows, besideWhom)
  const dark = new Map<string, boolean>()
  const isDark = (station: StationFacts | undefined): boolean => {
    if (station === undefined) return false
    const known = dark.get(station.id) ?? isDarkAt(station, now)
    dark.set(station.id, known)
    return known
  }
  const impacts = new Map<string, Impact>()
  for (const one of all) {
    const station = stations.get(one.stationId)
    const own = rowOf.get(one.id)
    const rows = own === undefined ? [] : (near.get(besideWhom(own)) ?? [])
    const around = {
      beside: { ...beside, rows },
      ill,
      station,
      isDark: (own !== undefined || isWeighed(one)) && isDark(station),
    }
    impacts.set(one.id, impactOf(one, own, around, now).impact)
  }
  return { impacts, stations }
}

/** What a clear sky would give of the station's capacity that this inverter has, W. */
const shareOfSky = (
  own: BesideRow,
  { rows, planes }: Beside,
  station: StationFacts & { roof: RoofArea[] | null },
  now: number,
): number | null => {
  const size = sizeOf(own)
  const all = rows.reduce(
    (sum, row) =>
      row.kind === 'inverter' && row.station_id === own.station_id ? sum + (sizeOf(row) ?? 0) : sum,
    0,
  )
  if (size === null || all <= 0) return null
  return expectedPowerW(now, modulesOfPart(station, station.roof, { size, all, plane: planes.get(own.id) }))
}
