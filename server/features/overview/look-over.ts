import { STATIONS_SHOWN } from '#domain/stations/limits.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Sight } from '../accounts/scope.ts'
import { type DeviceNow, devicesById, linksOf, quarantineOf } from '../devices/device-store.ts'
import { limitedStations } from '../stations/find-limited.ts'
import type { Holding, HoldingAt } from '../stations/kept-mind.ts'
import { stationIdsIn } from '../stations/rows-store.ts'
import type { StationRow } from '../stations/station-store.ts'
import { type SwitchedOff, switchedOffAt } from '../stations/switched-off.ts'
import { attentionOf, type AttentionView, type Found, switchedOffOf, worstFoundFirst } from './attention.ts'
import { behindGateways, doubtsOfGateways, type Suspect, SUSPECTS_MAX, suspectsOf } from './overview-store.ts'
import type { TroublesMind } from './troubles-mind.ts'

export type LookedOver = {
  found: Found[]
  /** The same by station: of each the same array while nothing of it changes. */
  ofStation: ReadonlyMap<string, readonly Found[]>
  /** Stations that stand still, or are held down, on purpose: the newest, and how many. */
  onPurpose: Pick<AttentionView, 'switchedOff' | 'switchedOffTotal' | 'limited' | 'limitedTotal'>
  /** All stations, where there are very many of them and all are seen: what was found there is in mind. */
  rows: readonly StationRow[] | null
  /** Of the stations that were looked at. */
  zones: ReadonlyMap<string, string>
  /** Stations with kept figures that hold. */
  holding: HoldingAt
}

/** What was found at a station, and what it followed from: while all of that is the same, it is found again. */
export type StationLook = {
  of: Holding
  row: StationRow
  doubts: string | undefined
  found: readonly Found[]
  suspects: number
}
export type Looks = Map<string, StationLook>

export type Looking = Pick<Context, 'db' | 'figures' | 'stations'> & {
  overview: { troubles: Pick<TroublesMind, 'from' | 'looks' | 'rowOf'> }
}

const nothing: readonly Found[] = []

type Looked = { found: Found[]; off: ReadonlyMap<string, SwitchedOff>; rows: DeviceNow[]; all: DeviceNow[] }

const lookAt = async (db: Db, suspects: readonly Suspect[], now: number): Promise<Looked> => {
  const rows = await devicesById(
    db,
    suspects.map(({ id }) => id),
  )
  // Gateways of suspects are looked at too: whether they are heard decides whose trouble it is.
  const gatewayIds = [
    ...new Set(rows.flatMap((row) => (row.kind === 'gateway' ? [row.id] : (row.gateway_id ?? [])))),
  ]
  const seen = new Set(rows.map(({ id }) => id))
  const [others, behind, links, strangers, off] = await Promise.all([
    devicesById(
      db,
      gatewayIds.filter((id) => !seen.has(id)),
    ),
    behindGateways(db, gatewayIds),
    linksOf(db, gatewayIds),
    quarantineOf(db, gatewayIds),
    switchedOffAt(db, [...new Set(rows.map((row) => row.station_id))], now),
  ])
  const all = [...rows, ...others]
  const found = attentionOf(all, now, {
    behind,
    off,
    links: new Map(links.map((link) => [link.device_id, link])),
    strangers: Map.groupBy(strangers, (row) => row.gateway_id),
  })
  return { found, off, rows, all }
}

type Sorted = {
  /** To be looked at anew. */
  fresh: string[]
  known: StationLook[]
  doubts: ReadonlyMap<string, string>
}

/** Stations with kept figures that say that no device needs a look are left out. */
const sortOut = async (
  { db, overview }: Looking,
  { ids, rows, holding }: { ids: readonly string[]; rows: readonly StationRow[] | null; holding: HoldingAt },
  now: number,
): Promise<Sorted> => {
  if (!ids.some((id) => holding(id) !== undefined)) return { fresh: [...ids], known: [], doubts: new Map() }
  const doubts = await doubtsOfGateways(db, now)
  const fresh: string[] = []
  const known: StationLook[] = []
  for (const [n, id] of ids.entries()) {
    const kept = holding(id)
    const doubt = doubts.size === 0 ? undefined : doubts.get(id)
    if (kept?.troubled === false && doubt === undefined) continue
    const look = overview.troubles.looks.get(id)
    const isSame = look !== undefined && look.of === kept && look.row === rows?.[n] && look.doubts === doubt
    if (isSame) known.push(look)
    else fresh.push(id)
  }
  return { fresh, known, doubts }
}

/** Each station at most, so that a memory is never larger than the largest installation. */
const LOOKS_MOST = 25_000

type Stations = { ids: readonly string[]; rows: readonly StationRow[] | null }

/** Of few stations only the ids are read. */
const areWhole = (all: readonly ({ id: string } | StationRow)[]): all is readonly StationRow[] =>
  all[0] !== undefined && 'time_zone' in all[0]

/** Which stations first: how few they are decides how the devices are best found. */
const stationsIn = async (
  { db, stations, overview }: Looking,
  { scope, all: isAll }: Sight,
): Promise<Stations> => {
  const read = () => stationIdsIn(db, scope)
  if (!isAll) return { ids: await read(), rows: null }
  const all = await stations.those(db, {
    few: async () => (await read()).map((id) => ({ id })),
    ids: null,
  })
  const isMany = all.length > overview.troubles.from && areWhole(all)
  return { ids: all.map(({ id }) => id), rows: isMany ? all : null }
}

/**
 * What needs a look among the devices of what somebody sees, and what stands still or is held down on purpose. Of very many
 * stations, all of which are seen, what was found is found again while nothing changes.
 */
export const lookOver = async (context: Looking, sight: Sight, now: number): Promise<LookedOver> => {
  const { db, figures, overview } = context
  const { looks } = overview.troubles
  const { ids, rows } = await stationsIn(context, sight)
  const holding = await figures.holding(db, ids.length, now)
  const limitedThere = limitedStations(db, sight.scope)
  limitedThere.catch(() => undefined)
  let { fresh, known, doubts } = await sortOut(context, { ids, rows, holding }, now)
  const before = known.reduce((sum, { suspects }) => sum + suspects, 0)
  let suspects = await suspectsOf(db, fresh, now, SUSPECTS_MAX + 1)
  if (before + suspects.length > SUSPECTS_MAX) {
    // Of too many the oldest are looked at, whichever of them were looked at before.
    suspects = await suspectsOf(db, [...fresh, ...known.map(({ row }) => row.id)], now, SUSPECTS_MAX)
    known = []
    fresh = []
  }
  const looked = await lookAt(db, suspects, now)
  const ofStation = new Map<string, readonly Found[]>(Map.groupBy(looked.found, ({ stationId }) => stationId))
  if (rows !== null && fresh.length > 0) {
    const rowOf = overview.troubles.rowOf(rows)
    const counts = Map.groupBy(suspects, (one) => one.station_id)
    const off = new Set(looked.all.flatMap((row) => (looked.off.has(row.id) ? [row.station_id] : [])))
    if (looks.size > LOOKS_MOST) looks.clear()
    for (const id of fresh) {
      const [kept, row] = [holding(id), rowOf.get(id)]
      if (kept === undefined || row === undefined || off.has(id)) continue
      looks.set(id, {
        of: kept,
        row,
        doubts: doubts.get(id),
        found: ofStation.get(id) ?? nothing,
        suspects: counts.get(id)?.length ?? 0,
      })
    }
  }
  for (const { row, found } of known) if (found.length > 0) ofStation.set(row.id, found)
  const zones = new Map(looked.all.map((row) => [row.station_id, row.time_zone]))
  for (const { row } of known) zones.set(row.id, row.time_zone)
  const switchedOff = switchedOffOf(looked.rows, now, looked.off)
  const limited = await limitedThere
  return {
    found:
      known.length === 0
        ? looked.found
        : [...looked.found, ...known.flatMap(({ found }) => found)].sort(worstFoundFirst),
    ofStation,
    onPurpose: {
      switchedOff: switchedOff.slice(0, STATIONS_SHOWN),
      switchedOffTotal: switchedOff.length,
      limited: limited.slice(0, STATIONS_SHOWN),
      limitedTotal: limited.length,
    },
    rows,
    zones,
    holding,
  }
}
