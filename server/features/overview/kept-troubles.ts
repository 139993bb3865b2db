import type { Context } from '../../context.ts'
import { mayLag } from '../../platform/db/lagging.ts'
import type { BareAlarm } from '../alarms/find-open-alarms.ts'
import type { OpenAlarms } from '../alarms/open-alarms-mind.ts'
import type { Holdings } from '../stations/kept-mind.ts'
import type { StationRow } from '../stations/station-store.ts'
import { impactsOf } from './impacts.ts'
import type { LookedOver } from './look-over.ts'
import { place, type Told, type Weighed, type Weighing } from './trouble-entries.ts'
import {
  type MadeOf,
  readSites,
  type Site,
  type SiteEntry,
  weighSites,
  weighWanted,
} from './trouble-sites.ts'
import type { Places, TroublesMind } from './troubles-mind.ts'

/** How much one answer looks at: the worst open alarms, and the oldest devices beside those in trouble. */
export type LookedAt = { alarms: number; beside: number }

/** Each station at most. */
const SITES_MOST = 25_000
/** Answers to what is asked for in other ways. No source: chosen. */
const TOLD_MOST = 32

const nothing: readonly never[] = []

/** A station, by its place, with its open alarms, how many of them count, and its trouble as it was found last. */
type Alarmed = { at: number; alarms: readonly BareAlarm[]; count: number; site: Site | null }
/** Stations with alarms among the worst of all. */
type AlarmedStations = {
  rows: readonly StationRow[]
  of: OpenAlarms
  most: number
  stations: readonly Alarmed[]
  byPlace: ReadonlyMap<number, Alarmed>
  /** There are more. */
  cut: boolean
}
/** Trouble as it was put together of that of stations; `told`: what was answered of it, and before which instant that holds. */
export type Gathered = {
  alarmed: AlarmedStations
  /** What else it was made of; null: some of it is not kept. */
  of: { holdings: Holdings; found: LookedOver['ofStation'] } | null
  sites: readonly Site[]
  entries: readonly SiteEntry[]
  /** Devices that are looked at beside those in trouble. */
  beside: number
  told: Map<string, { told: Told; until: number }>
}

const alarmedStations = (
  rows: readonly StationRow[],
  places: Places,
  of: OpenAlarms,
  most: number,
): AlarmedStations => {
  const byPlace = new Map<number, Alarmed>()
  let open = 0
  for (const { station_id: id } of of.worst) {
    if (open === most) break
    const at = places.get(id)
    if (at === undefined) continue
    open += 1
    const known = byPlace.get(at)
    if (known === undefined)
      byPlace.set(at, { at, alarms: of.ofStation.get(id) ?? nothing, count: 1, site: null })
    else known.count += 1
  }
  return { rows, of, most, stations: [...byPlace.values()], byPlace, cut: open === most }
}

const isSame = (site: Site, made: MadeOf): boolean =>
  made.of !== undefined &&
  site.of === made.of &&
  site.row === made.row &&
  site.alarms === made.alarms &&
  site.count === made.count &&
  site.found === made.found

const areSame = (a: readonly Site[], b: readonly Site[]): boolean => {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false
  return true
}

const gather = (
  { alarmed, of }: Pick<Gathered, 'alarmed' | 'of'>,
  sites: readonly Site[],
  before: Gathered | null,
): Gathered => {
  if (before !== null && before.alarmed.cut === alarmed.cut && areSame(sites, before.sites))
    return { ...before, alarmed, of }
  const entries: SiteEntry[] = []
  let beside = 0
  for (const site of sites) {
    for (const entry of site.entries) entries.push(entry)
    beside += site.beside?.rows.length ?? Infinity
  }
  return { alarmed, of, sites, entries, beside, told: new Map() }
}

type All = {
  rows: readonly StationRow[]
  holdings: Holdings
  alarms: OpenAlarms
  looked: LookedOver
  most: LookedAt
}

/** Trouble of all stations that have any; it is read of those alone of which something has changed. */
const gatherAll = async (
  { db, overview: { troubles } }: Asking,
  { rows, holdings, alarms, looked, most }: All,
): Promise<Gathered> => {
  const { sites: known, gathered: before } = troubles
  const places = troubles.placesOf(rows)
  const last = before?.alarmed
  const alarmed =
    last?.rows === rows && last.of === alarms && last.most === most.alarms
      ? last
      : alarmedStations(rows, places, alarms, most.alarms)
  const isAsBefore =
    before !== null &&
    before.alarmed === alarmed &&
    before.of?.holdings === holdings &&
    before.of.found === looked.ofStation
  if (isAsBefore) return before
  const sites: Site[] = []
  const stale: { made: MadeOf; own: Alarmed }[] = []
  const sortIn = (own: Alarmed): void => {
    const row = rows[own.at]
    if (row === undefined) return
    const found = looked.ofStation.size === 0 ? nothing : (looked.ofStation.get(row.id) ?? nothing)
    const made = { of: holdings[own.at], row, alarms: own.alarms, count: own.count, found }
    const site = own.site ?? known.get(row.id)
    if (site !== undefined && isSame(site, made)) {
      own.site = site
      sites.push(site)
    } else stale.push({ made, own })
  }
  for (const one of alarmed.stations) sortIn(one)
  for (const id of looked.ofStation.keys()) {
    const at = places.get(id)
    if (at !== undefined && !alarmed.byPlace.has(at)) sortIn({ at, alarms: nothing, count: 0, site: null })
  }
  if (known.size > SITES_MOST) known.clear()
  const fresh = await readSites(
    db,
    stale.map(({ made }) => made),
    most.beside,
  )
  for (const [n, site] of fresh.entries()) {
    sites.push(site)
    const own = stale[n]?.own
    if (own === undefined || site.of === undefined || mayLag(db)) continue
    own.site = site
    known.set(site.row.id, site)
  }
  const of = sites.every((site) => site.of !== undefined) ? { holdings, found: looked.ofStation } : null
  const gathered = gather({ alarmed, of }, sites, before)
  if (!mayLag(db)) troubles.gathered = gathered
  return gathered
}

type Asking = Pick<Context, 'db'> & { overview: { troubles: TroublesMind } }

/**
 * Trouble at very many stations, all of which are in mind: only that of stations is read and weighed anew of which
 * something has changed, and what was answered is answered again while nothing has.
 */
export const keptTroubles = async (asking: Asking, all: All, now: number): Promise<Weighing<SiteEntry>> => {
  const { sites, entries, beside, alarmed, told } = await gatherAll(asking, all)
  const most = all.most.beside
  return {
    entries,
    cut: alarmed.cut,
    weigh: async (wanted) => {
      if (beside > most) return weighByReading(asking, wanted, { now, most })
      return wanted === entries ? weighSites(sites, now) : weighWanted(wanted, now)
    },
    again: async (query, make) => {
      const key = JSON.stringify(query)
      const before = told.get(key)
      if (before !== undefined && now < before.until) return before.told
      const made = await make()
      if (told.size >= TOLD_MOST) told.clear()
      told.set(key, made)
      return made.told
    },
  }
}

/** Where more stand beside them than one answer looks at: as it is done of few stations. */
const weighByReading = async (
  { db }: Asking,
  own: readonly SiteEntry[],
  { now, most }: { now: number; most: number },
): Promise<Weighed> => {
  const { impacts } = await impactsOf(
    db,
    own.map(({ troubled }) => troubled),
    now,
    most,
  )
  return {
    placed: own.map((entry) => place(entry, impacts.get(entry.id), entry.site.row.tariff)),
    until: now,
  }
}
