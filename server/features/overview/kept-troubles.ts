import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { BareAlarm, OpenAlarm } from '../alarms/find-open-alarms.ts'
import type { OpenAlarms } from '../alarms/open-alarms-mind.ts'
import type { Holding } from '../stations/kept-mind.ts'
import type { StationRow } from '../stations/station-store.ts'
import { isDarkAt, sameDarkUntil } from '../stations/station-light.ts'
import type { Found } from './attention.ts'
import { type Beside, impactOf, impactsOf, isWeighed, readBeside, type Troubled } from './impacts.ts'
import type { LookedOver } from './look-over.ts'
import { type Entry, merge, place, type Placed, troubledOf, type Weighing } from './trouble-entries.ts'
import { alarmedDevices, type BesideRow } from './trouble-store.ts'
import type { TroublesMind } from './troubles-mind.ts'

/** What the trouble of a station was made of: while all of it is the same, it is the same trouble. */
type MadeOf = {
  of: Holding | undefined
  row: StationRow
  /** Its open alarms, and how many of them are among the worst of all. */
  alarms: readonly BareAlarm[]
  count: number
  found: readonly Found[]
}
/** Trouble at a station, with what it is weighed by. */
type Site = MadeOf & {
  /** By device. */
  entries: ReadonlyMap<string, SiteEntry>
  /** How many of them are weighed. */
  weighed: number
  /** null: more was to be read than one answer looks at. */
  beside: Beside | null
  dark: { is: boolean; until: number } | null
  /** Before this instant all together cost what they did. */
  placedUntil: number
}
/** `turn`: of the last look that told of it. */
type SiteEntry = Entry & { site: Site; troubled: Troubled; placed: Placed | null; turn: number }
/** How much one answer looks at: the worst open alarms, and the oldest devices beside those in trouble. */
export type LookedAt = { alarms: number; beside: number }
export type Sites = Map<string, Site>

/** Each station at most. */
const SITES_MOST = 25_000
/** So far ahead the light is looked for at once. */
const LIGHT_MS = 30 * 60_000

const nothing: readonly never[] = []

const noneBeside: Beside = { rows: [], planes: new Map(), learned: new Map(), roofs: new Map() }

/** Of each station what of it stands there: a memory of one holds nothing of others. */
const besideEach = ({ rows, planes, learned, roofs }: Beside): ReadonlyMap<string, Beside> =>
  new Map(
    [...Map.groupBy(rows, (row) => row.station_id)].map(([stationId, own]) => {
      const ofThese = <T>(all: ReadonlyMap<string, T>) =>
        new Map(own.flatMap(({ id }): [string, T][] => (all.has(id) ? [[id, all.get(id) as T]] : [])))
      const roof = roofs.get(stationId)
      return [
        stationId,
        {
          rows: own,
          planes: ofThese(planes),
          learned: ofThese(learned),
          roofs: new Map(roof === undefined ? [] : [[stationId, roof]]),
        },
      ]
    }),
  )

const readSites = async (db: Db, wanted: readonly MadeOf[], most: number): Promise<Site[]> => {
  if (wanted.length === 0) return []
  const devices = await alarmedDevices(db, [
    ...new Set(wanted.flatMap(({ alarms, count }) => alarms.slice(0, count).map((one) => one.device_id))),
  ])
  const deviceOf = new Map(devices.map((device) => [device.id, device]))
  const merged = wanted.map((one) => {
    const { row } = one
    const alarms = one.alarms.slice(0, one.count).flatMap((alarm): OpenAlarm[] => {
      const device = deviceOf.get(alarm.device_id)
      if (device === undefined) return []
      const { kind, sn, name, rated_w, shown_w } = device
      return [
        { ...alarm, kind, sn, name, rated_w, shown_w, station_name: row.name, time_zone: row.time_zone },
      ]
    })
    const entries = merge(one.found, alarms, new Map([[row.id, row.time_zone]]))
    return { one, entries: entries.map((entry) => ({ entry, troubled: troubledOf(entry) })) }
  })
  const all = merged.flatMap(({ entries }) => entries.map(({ troubled }) => troubled))
  const beside = await readBeside(db, all, most + 1)
  const besides = beside.rows.length > most ? null : besideEach(beside)
  return merged.map(({ one, entries }) => {
    const site: Site = {
      ...one,
      entries: new Map(),
      weighed: entries.filter(({ troubled }) => isWeighed(troubled)).length,
      beside: besides && (besides.get(one.row.id) ?? noneBeside),
      dark: null,
      placedUntil: 0,
    }
    site.entries = new Map(
      entries.map(({ entry, troubled }) => [entry.id, { ...entry, site, troubled, placed: null, turn: 0 }]),
    )
    return site
  })
}

const groupOf = (row: BesideRow): string =>
  row.kind === 'inverter' ? row.kind : `${row.parent_id} ${row.string_no}`

const lightAt = (site: Site, now: number): { is: boolean; until: number } => {
  if (site.dark === null || now >= site.dark.until)
    site.dark = { is: isDarkAt(site.row, now), until: sameDarkUntil(site.row, now, LIGHT_MS) }
  return site.dark
}

/** What some trouble of a station costs; other trouble there is as if it were not. `until`: it costs as much so long. */
const weighSome = (
  site: Site,
  beside: Beside,
  some: readonly SiteEntry[],
  now: number,
): { placed: Placed[]; until: number } => {
  const ill = new Set(some.flatMap(({ troubled }) => (isWeighed(troubled) ? [troubled.id] : [])))
  const light = ill.size === 0 ? { is: false, until: Infinity } : lightAt(site, now)
  // What is looked at beside those that are weighed.
  const whom = new Set(beside.rows.flatMap((row) => (ill.has(row.id) ? [groupOf(row)] : [])))
  const rows = beside.rows.filter((row) => whom.has(groupOf(row)))
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const around = { beside: { ...beside, rows }, ill, station: site.row, isDark: light.is }
  let { until } = light
  const placed = some.map((entry) => {
    const { impact, moves } = impactOf(entry.troubled, rowOf.get(entry.id), around, now)
    if (moves) until = now
    return place(entry, impact, site.row.tariff)
  })
  return { placed, until }
}

/** All trouble of a station is weighed, unless it costs what it did. */
const weighAll = (site: Site, now: number): void => {
  if (now < site.placedUntil) return
  const all = [...site.entries.values()]
  const { placed, until } = weighSome(site, site.beside ?? noneBeside, all, now)
  for (const [n, entry] of all.entries()) entry.placed = placed[n] ?? null
  site.placedUntil = until
}

const weighWanted = (wanted: readonly SiteEntry[], now: number): Placed[] => {
  const placed = new Map<string, Placed>()
  for (const [site, some] of Map.groupBy(wanted, (entry) => entry.site)) {
    const weighed = some.reduce((sum, { troubled }) => sum + Number(isWeighed(troubled)), 0)
    if (weighed === site.weighed) weighAll(site, now)
    else
      for (const one of weighSome(site, site.beside ?? noneBeside, some, now).placed) placed.set(one.id, one)
  }
  return wanted.flatMap((entry) => placed.get(entry.id) ?? entry.placed ?? [])
}

const firstOpen = (
  worst: readonly BareAlarm[],
  there: ReadonlyMap<string, unknown>,
  most: number,
): BareAlarm[] => {
  const open: BareAlarm[] = []
  for (const one of worst) {
    if (open.length === most) break
    if (there.has(one.station_id)) open.push(one)
  }
  return open
}

/** Of each station how many of its alarms are among these; null: all. */
const countEach = (open: readonly BareAlarm[], { worst }: OpenAlarms): ReadonlyMap<string, number> | null => {
  if (open.length === worst.length) return null
  const counts = new Map<string, number>()
  for (const { station_id: id } of open) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/**
 * Trouble at very many stations, all of which are in mind: only that of stations is read and weighed anew of which
 * something has changed.
 */
export const keptTroubles = async (
  { db, overview: { troubles } }: Pick<Context, 'db'> & { overview: { troubles: TroublesMind } },
  { rows, looked, most }: { rows: readonly StationRow[]; looked: LookedOver; most: LookedAt },
  now: number,
): Promise<Weighing<SiteEntry>> => {
  const { sites } = troubles
  const alarms = await troubles.alarms.read(db)
  const rowOf = troubles.rowOf(rows)
  const open = firstOpen(alarms.worst, rowOf, most.alarms)
  const { ofStation } = alarms
  const counts = countEach(open, alarms)
  const alarmed = counts ?? ofStation

  const here = new Map<string, Site>()
  const stale: MadeOf[] = []
  const sortIn = (id: string): void => {
    const row = rowOf.get(id)
    if (row === undefined) return
    const of = looked.holding(id)
    const own = ofStation.get(id) ?? nothing
    const count = counts === null ? own.length : (counts.get(id) ?? 0)
    const found = looked.ofStation.get(id) ?? nothing
    const known = sites.get(id)
    const isSame =
      known !== undefined &&
      of !== undefined &&
      known.of === of &&
      known.row === row &&
      known.alarms === own &&
      known.count === count &&
      known.found === found
    if (isSame) here.set(id, known)
    else stale.push({ of, row, alarms: own, count, found })
  }
  for (const id of alarmed.keys()) sortIn(id)
  for (const id of looked.ofStation.keys()) if (!alarmed.has(id)) sortIn(id)
  if (sites.size > SITES_MOST) sites.clear()
  for (const site of await readSites(db, stale, most.beside)) {
    here.set(site.row.id, site)
    if (site.of !== undefined) sites.set(site.row.id, site)
  }

  troubles.turn += 1
  const { turn } = troubles
  const entries: SiteEntry[] = []
  const tell = (stationId: string, deviceId: string): void => {
    const entry = here.get(stationId)?.entries.get(deviceId)
    if (entry === undefined || entry.turn === turn) return
    entry.turn = turn
    entries.push(entry)
  }
  for (const { stationId, id } of looked.found) tell(stationId, id)
  for (const alarm of open) tell(alarm.station_id, alarm.device_id)

  let besides = 0
  for (const { beside } of here.values()) besides += beside?.rows.length ?? Infinity
  return {
    entries,
    cut: open.length === most.alarms,
    weigh: async (wanted) => {
      if (besides > most.beside) return weighByReading(db, wanted, { now, most: most.beside })
      if (wanted !== entries) return weighWanted(wanted, now)
      for (const site of here.values()) weighAll(site, now)
      return entries.flatMap(({ placed }) => placed ?? [])
    },
  }
}

/** Where more stand beside them than one answer looks at: as it is done of few stations. */
const weighByReading = async (
  db: Db,
  own: readonly SiteEntry[],
  { now, most }: { now: number; most: number },
): Promise<Placed[]> => {
  const { impacts } = await impactsOf(
    db,
    own.map(({ troubled }) => troubled),
    now,
    most,
  )
  return own.map((entry) => place(entry, impacts.get(entry.id), entry.site.row.tariff))
}
