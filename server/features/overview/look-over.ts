import { STATIONS_SHOWN } from '#domain/stations/limits.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { mayLag } from '../../platform/db/lagging.ts'
import type { Sight } from '../accounts/scope.ts'
import { type DeviceNow, devicesById, linksOf, quarantineOf } from '../devices/device-store.ts'
import { limitedStations } from '../stations/find-limited.ts'
import type { Holding } from '../stations/held-figures.ts'
import type { Holdings } from '../stations/kept-mind.ts'
import { COMPUTED } from '../stations/kept-store.ts'
import { stationIdsIn } from '../stations/rows-store.ts'
import type { StationRow } from '../stations/station-store.ts'
import { type SwitchedOff, switchedOffAt } from '../stations/switched-off.ts'
import { attentionOf, type AttentionView, type Found, switchedOffOf, worstFoundFirst } from './attention.ts'
import { behindGateways, doubtsOfGateways, type Suspect, SUSPECTS_MAX, suspectsOf } from './overview-store.ts'
import type { TroublesMind } from './troubles-mind.ts'

export type LookedOver = {
  found: readonly Found[]
  /** The same by station: of each the same array while nothing of it changes. */
  ofStation: ReadonlyMap<string, readonly Found[]>
  /** Stations that stand still, or are held down, on purpose: the newest, and how many. */
  onPurpose: Pick<AttentionView, 'switchedOff' | 'switchedOffTotal' | 'limited' | 'limitedTotal'>
  /** All stations, where there are very many of them and all are seen, and their kept figures: what was found there is in mind. */
  all: { rows: readonly StationRow[]; holdings: Holdings } | null
  /** Of the stations that were looked at. */
  zones: ReadonlyMap<string, string>
}

/** What was found at a station, and what it followed from: while all of that is the same, it is found again. */
export type StationLook = {
  of: Holding
  row: StationRow
  doubts: string | undefined
  found: readonly Found[]
  suspects: number
}
export type Looks = {
  ofStation: Map<string, StationLook>
  /** What was found again at the last look, and by what. */
  found: { known: readonly StationLook[]; told: Again } | null
  /** The last look at which none had to be looked at anew. */
  whole: { holdings: Holdings; rows: readonly StationRow[]; known: readonly StationLook[] } | null
}
type Again = Pick<LookedOver, 'ofStation' | 'zones'> & { found: readonly Found[] }

export type Looking = Pick<Context, 'db' | 'figures' | 'stations'> & {
  overview: { troubles: Pick<TroublesMind, 'from' | 'looks' | 'placesOf'> }
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

/** `rows`: whole, where there are very many and all are seen. */
type Seen = {
  stations: readonly { id: string }[]
  rows: readonly StationRow[] | null
  holdings: Holdings
  /** What no figures say, by station. */
  doubts: ReadonlyMap<string, string>
}
type Sorted = {
  /** To be looked at anew, by their places. */
  fresh: number[]
  known: readonly StationLook[]
}

const doubtless: ReadonlyMap<string, string> = new Map()

/** Stations with kept figures that say that no device needs a look are left out. */
const sortOut = ({ overview }: Looking, { stations, rows, holdings, doubts }: Seen): Sorted => {
  const { looks } = overview.troubles
  const { whole } = looks
  if (whole !== null && whole.holdings === holdings && whole.rows === rows && doubts.size === 0)
    return { fresh: [], known: whole.known }
  const fresh: number[] = []
  const known: StationLook[] = []
  for (let at = 0; at < stations.length; at += 1) {
    const kept = holdings[at]
    const id = stations[at]?.id ?? ''
    const doubt = doubts.size === 0 ? undefined : doubts.get(id)
    if (kept?.troubled === false && doubt === undefined) continue
    const look = kept === undefined ? undefined : looks.ofStation.get(id)
    const isSame = look !== undefined && look.of === kept && look.row === rows?.[at] && look.doubts === doubt
    if (isSame) known.push(look)
    else fresh.push(at)
  }
  looks.whole = rows !== null && fresh.length === 0 && doubts.size === 0 ? { holdings, rows, known } : null
  return { fresh, known }
}

/** Each station at most, so that a memory is never larger than the largest installation. */
const LOOKS_MOST = 25_000

/** Of few stations only the ids are read. */
const areWhole = (all: readonly ({ id: string } | StationRow)[]): all is readonly StationRow[] =>
  all[0] !== undefined && 'time_zone' in all[0]

/** Which stations first: how few they are decides how the devices are best found. */
const seen = async (
  { db, stations: mind, figures, overview }: Looking,
  { scope, all: isAll }: Sight,
  now: number,
): Promise<Seen> => {
  const read = async () => (await stationIdsIn(db, scope)).map((id) => ({ id }))
  const stations = await (isAll ? mind.those(db, { few: read, ids: null }) : read())
  const rows = stations.length > overview.troubles.from && areWhole(stations) ? stations : null
  const [holdings, doubts] = await Promise.all([
    figures.holdings(db, stations, now),
    stations.length > COMPUTED ? doubtsOfGateways(db, now) : doubtless,
  ])
  return { stations, rows, holdings, doubts }
}

/** What was found at stations that were looked at before, with the others: the same where those are the same and no others. */
const together = (looks: Looks, known: readonly StationLook[], looked: Looked): Again => {
  const before = looks.found
  const isSame =
    before !== null &&
    looked.all.length === 0 &&
    (known === before.known ||
      (known.length === before.known.length && known.every((one, n) => one === before.known[n])))
  if (isSame) return before.told
  const ofStation = new Map<string, readonly Found[]>(Map.groupBy(looked.found, ({ stationId }) => stationId))
  const zones = new Map(looked.all.map((row) => [row.station_id, row.time_zone]))
  for (const { row, found } of known) {
    zones.set(row.id, row.time_zone)
    if (found.length > 0) ofStation.set(row.id, found)
  }
  const found =
    known.length === 0
      ? looked.found
      : [...looked.found, ...known.flatMap((one) => one.found)].sort(worstFoundFirst)
  const told = { found, ofStation, zones }
  if (looked.all.length === 0) looks.found = { known, told }
  return told
}

/**
 * What needs a look among the devices of what somebody sees, and what stands still or is held down on purpose. Of very many
 * stations, all of which are seen, what was found is found again while nothing changes.
 */
export const lookOver = async (context: Looking, sight: Sight, now: number): Promise<LookedOver> => {
  const { db, overview } = context
  const { looks } = overview.troubles
  const limitedThere = limitedStations(db, sight.scope)
  limitedThere.catch(() => undefined)
  const found = await seen(context, sight, now)
  const { stations, rows, holdings, doubts } = found
  let { fresh, known } = sortOut(context, found)
  const idsAt = (places: readonly number[]): string[] => places.flatMap((at) => stations[at]?.id ?? [])
  const before = known.reduce((sum, { suspects }) => sum + suspects, 0)
  let suspects = await suspectsOf(db, idsAt(fresh), now, SUSPECTS_MAX + 1)
  if (before + suspects.length > SUSPECTS_MAX) {
    // Of too many those that need a look most likely, whichever of them were looked at before.
    suspects = await suspectsOf(db, [...idsAt(fresh), ...known.map(({ row }) => row.id)], now, SUSPECTS_MAX)
    known = []
    fresh = []
  }
  const looked = await lookAt(db, suspects, now)
  const told = together(looks, known, looked)
  const { ofStation } = told
  if (rows !== null && fresh.length > 0 && !mayLag(db)) {
    const counts = Map.groupBy(suspects, (one) => one.station_id)
    const off = new Set(looked.all.flatMap((row) => (looked.off.has(row.id) ? [row.station_id] : [])))
    if (looks.ofStation.size > LOOKS_MOST) looks.ofStation.clear()
    for (const at of fresh) {
      const [kept, row] = [holdings[at], rows[at]]
      if (kept === undefined || row === undefined || off.has(row.id)) continue
      looks.ofStation.set(row.id, {
        of: kept,
        row,
        doubts: doubts.get(row.id),
        found: ofStation.get(row.id) ?? nothing,
        suspects: counts.get(row.id)?.length ?? 0,
      })
    }
  }
  const switchedOff = switchedOffOf(looked.rows, now, looked.off)
  const limited = await limitedThere
  return {
    ...told,
    onPurpose: {
      switchedOff: switchedOff.slice(0, STATIONS_SHOWN),
      switchedOffTotal: switchedOff.length,
      limited: limited.slice(0, STATIONS_SHOWN),
      limitedTotal: limited.length,
    },
    all: rows === null ? null : { rows, holdings },
  }
}
