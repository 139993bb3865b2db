import type { Db } from '../../platform/db/handle.ts'
import type { BareAlarm, OpenAlarm } from '../alarms/find-open-alarms.ts'
import type { Holding } from '../stations/held-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import { isDarkAt, sameDarkUntil } from '../stations/station-light.ts'
import type { Found } from './attention.ts'
import { type Beside, impactOf, isWeighed, readBeside, type Troubled } from './impacts.ts'
import { type Entry, merge, place, type Placed, troubledOf, type Weighed } from './trouble-entries.ts'
import { alarmedDevices, type BesideRow } from './trouble-store.ts'

/** What the trouble of a station was made of: while all of it is the same, it is the same trouble. */
export type MadeOf = {
  of: Holding | undefined
  row: StationRow
  /** Its open alarms, and how many of them are among the worst of all. */
  alarms: readonly BareAlarm[]
  count: number
  found: readonly Found[]
}
/** Trouble at a station, with what it is weighed by. */
export type Site = MadeOf & {
  entries: readonly SiteEntry[]
  /** How many of them are weighed. */
  weighed: number
  /** null: more was to be read than one answer looks at. */
  beside: Beside | null
  dark: { is: boolean; until: number } | null
  /** Before this instant all together cost what they did. */
  placedUntil: number
}
export type SiteEntry = Entry & { site: Site; troubled: Troubled; placed: Placed | null }
export type Sites = Map<string, Site>

/** So far ahead the light is looked for at once. */
const LIGHT_MS = 30 * 60_000

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

/** In their order; each is another one of which nothing is known but this. */
export const readSites = async (db: Db, wanted: readonly MadeOf[], most: number): Promise<Site[]> => {
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
      entries: [],
      weighed: entries.filter(({ troubled }) => isWeighed(troubled)).length,
      beside: besides && (besides.get(one.row.id) ?? noneBeside),
      dark: null,
      placedUntil: 0,
    }
    site.entries = entries.map(({ entry, troubled }) => ({ ...entry, site, troubled, placed: null }))
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
  const { placed, until } = weighSome(site, site.beside ?? noneBeside, site.entries, now)
  for (const [n, entry] of site.entries.entries()) entry.placed = placed[n] ?? null
  site.placedUntil = until
}

/** All trouble of these stations. */
export const weighSites = (sites: readonly Site[], now: number): Weighed => {
  const placed: Placed[] = []
  let until = Infinity
  for (const site of sites) {
    weighAll(site, now)
    until = Math.min(until, site.placedUntil)
    for (const one of site.entries) if (one.placed !== null) placed.push(one.placed)
  }
  return { placed, until }
}

/** Some of it; other trouble at a station is as if it were not. */
export const weighWanted = (wanted: readonly SiteEntry[], now: number): Weighed => {
  const placed: Placed[] = []
  let until = Infinity
  for (const [site, some] of Map.groupBy(wanted, (entry) => entry.site)) {
    const weighed = some.reduce((sum, { troubled }) => sum + Number(isWeighed(troubled)), 0)
    if (weighed === site.weighed) {
      weighAll(site, now)
      until = Math.min(until, site.placedUntil)
      placed.push(...some.flatMap((entry) => entry.placed ?? []))
    } else {
      const own = weighSome(site, site.beside ?? noneBeside, some, now)
      until = Math.min(until, own.until)
      placed.push(...own.placed)
    }
  }
  return { placed, until }
}
