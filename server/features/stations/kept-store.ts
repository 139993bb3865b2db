import { type DeviceKind, reportedKinds } from '#domain/devices/kinds.ts'
import type { RoofArea } from '#domain/stations/faces.ts'
import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import { behindNow, writtenSince } from '../../platform/db/behind.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'
import type { InverterToday, Row } from './find-figures.ts'
import { type Marked, markedIn, markedText } from './read-marks.ts'

/** Figures of stations as they are kept (decision 132): what is written here is what `figureRows` gave. */

/** Of so many stations, as a company has, figures are computed: kept ones would be no faster. */
export const COMPUTED = 100
/** Another form is not read. */
const FORM = 3

const kinds: readonly DeviceKind[] = ['gateway', ...reportedKinds]

/** In this order; of what is switched off nothing is kept. */
type Kept = [
  heard: 0 | 1,
  faulty: number,
  producing: number,
  curtailed: number,
  standby: number,
  disconnected: number,
  attention: number,
  neverHeard: number[],
  openAlarms: number[],
  power: number | null,
  powerAt: number | null,
  powerNewest: number | null,
  powerWhole: boolean | null,
  today: number | null,
  shared: boolean | null,
  inverters: InverterToday[] | null,
  lastHeard: number | null,
  inverterW: number | null,
  dc: number | null,
  irradiance: number | null,
  air: number | null,
  yesterday: number | null,
  yesterdayCoverage: number | null,
  /** Total and online of each kind. */
  counts: number[],
  roof: RoofArea[] | null,
]

const packed = (row: Row): Kept => [
  row.heard ? 1 : 0,
  row.faulty,
  row.producing,
  row.curtailed,
  row.standby,
  row.disconnected,
  row.attention,
  row.never_heard,
  row.open_alarms,
  row.power,
  row.power_at,
  row.power_newest,
  row.power_whole,
  row.today,
  row.shared,
  row.inverters,
  row.last_heard,
  row.inverter_w,
  row.dc,
  row.irradiance,
  row.air,
  row.yesterday,
  row.yesterday_coverage,
  kinds.flatMap((kind) => [row[`${kind}_total`], row[`${kind}_online`]]),
  row.roof,
]

const unpacked = (id: string, kept: Kept): Row => {
  const counts = kept[23]
  const row = {
    id,
    heard: kept[0] === 1,
    faulty: kept[1],
    off: null,
    producing: kept[2],
    curtailed: kept[3],
    standby: kept[4],
    disconnected: kept[5],
    attention: kept[6],
    never_heard: kept[7],
    open_alarms: kept[8],
    power: kept[9],
    power_at: kept[10],
    power_newest: kept[11],
    power_whole: kept[12],
    today: kept[13],
    shared: kept[14],
    inverters: kept[15],
    last_heard: kept[16],
    inverter_w: kept[17],
    dc: kept[18],
    irradiance: kept[19],
    air: kept[20],
    yesterday: kept[21],
    yesterday_coverage: kept[22],
    roof: kept[24],
    next_at: null,
  } as Row
  for (const [n, kind] of kinds.entries()) {
    row[`${kind}_total`] = counts[2 * n] ?? 0
    row[`${kind}_online`] = counts[2 * n + 1] ?? 0
  }
  return row
}

/** A row as it is kept; `row` null: of another form. */
export type KeptRow = { id: string; at: number; until: number; troubled: boolean | null; row: Row | null }
export type ReadSince = {
  /** Rows that were written by what was not to be seen when `behind` was told. */
  rows: KeptRow[]
  /** How often rows were taken out. */
  taken: number
  /** Stations with a mark: of those none holds. */
  marked: Marked
  /** Of what is written later the next look reads what this says. */
  behind: string
}

/** A row in few characters: thousands are read at once. */
type Told = [id: string, at: number, until: number, troubled: boolean | null, figures: Kept | null]

/** One statement, so that rows and marks are of one instant. `behind` null: all rows. */
export const keptSince = async (db: Db, behind: string | null): Promise<ReadSince> => {
  const { rows } = await sql<{
    rows: Told[] | null
    taken: number
    marked: string | null
    behind: string
  }>`${knownAs('figures-since', behind !== null)}
    SELECT (SELECT json_agg(json_build_array(k.station_id, extract(epoch FROM k.at) * 1000,
                     CASE WHEN k.until > '-infinity' THEN extract(epoch FROM k.until) * 1000 ELSE 0 END, k.troubled,
                     CASE WHEN k.form = ${FORM} THEN k.figures END))
              FROM station_figures k WHERE ${behind === null ? sql`true` : writtenSince('k.changed', behind)}) AS rows,
           coalesce((SELECT times FROM rows_taken WHERE of_table = 'station_figures'), 0) AS taken,
           ${markedText} AS marked,
           ${behindNow} AS behind`.execute(db)
  const [found] = rows
  return {
    rows: (found?.rows ?? []).map(([id, at, until, troubled, figures]) => ({
      id,
      at,
      until,
      troubled,
      row: figures === null ? null : unpacked(id, figures),
    })),
    taken: found?.taken ?? 0,
    marked: markedIn(found?.marked ?? null),
    behind: found?.behind ?? '',
  }
}

/** Whether more stations are in force than `most`. */
export const moreStationsThan = async (db: Db, most: number): Promise<boolean> => {
  const rows = await db
    .selectFrom('station')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(most + 1)
    .execute()
  return rows.length > most
}

/** Nothing is kept any more, and no mark is needed. */
export const forgetKept = async (db: Db): Promise<void> => {
  await sql`WITH kept AS (DELETE FROM station_figures) DELETE FROM station_mark`.execute(db)
}

/** Marks of stations that have one that is held for longer: it stands in for them. Else they would grow in number for as long as it is. */
export const dropCovered = async (db: Db): Promise<void> => {
  await sql`
    DELETE FROM station_mark m USING station_mark h
     WHERE h.station_id = m.station_id AND h.held_until > now()
       AND (m.held_until IS NULL OR m.held_until < h.held_until)`.execute(db)
}

/** The oldest marks, by station; of one of which a mark is held, none. */
export const marksOf = async (db: Db, most: number): Promise<Map<string, number[]>> => {
  const { rows } = await sql<{ no: number; station_id: string }>`
    SELECT m.no, m.station_id FROM station_mark m
     WHERE NOT EXISTS (SELECT FROM station_mark h WHERE h.station_id = m.station_id AND h.held_until > now())
     ORDER BY m.no LIMIT ${most}`.execute(db)
  const marks = new Map<string, number[]>()
  for (const { no, station_id: id } of rows) {
    const own = marks.get(id)
    if (own === undefined) marks.set(id, [no])
    else own.push(no)
  }
  return marks
}

/** Stations whose kept figures hold no longer, as time has passed. */
export const outOfTime = async (db: Db, now: number, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT station_id AS id FROM station_figures WHERE until <= ${instant(now)} AND until > '-infinity' LIMIT ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The clocks of two servers are hardly farther apart, and a gateway is written down as heard once a second. No source: chosen. */
const APART_MS = 5_000

/**
 * Of the next stations with kept figures, behind `after` in the order of their ids, those a gateway of which was heard after
 * they were computed; `last`: behind which the next turn goes on, null = at the beginning again. A gateway's row says so
 * whichever server took its readings.
 */
export const heardSince = async (
  db: Db,
  after: string | null,
  most: number,
): Promise<{ ids: string[]; last: string | null }> => {
  const { rows } = await sql<{ id: string; heard: boolean }>`
    SELECT k.station_id AS id, EXISTS (
             SELECT FROM device d JOIN latest l ON l.device_no = d.no
              WHERE d.station_id = k.station_id AND d.kind = 'gateway' AND l.received_at > k.at - ${sql.lit(APART_MS)} * interval '1 ms') AS heard
      FROM (SELECT station_id, at FROM station_figures
             WHERE (${after}::uuid IS NULL OR station_id > ${after}::uuid) AND until > '-infinity'
             ORDER BY station_id LIMIT ${most}) AS k`.execute(db)
  const full = rows.length === most
  return {
    ids: rows.flatMap(({ id, heard }) => (heard ? [id] : [])),
    last: full
      ? (rows
          .map(({ id }) => id)
          .toSorted()
          .at(-1) ?? null)
      : null,
  }
}

/** Whether a server may run beside this one that marks nothing by its intake: a day long after that was new to an installation. */
export const mayHearUnmarked = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`
    SELECT now() - applied_at < interval '1 day'
           AND applied_at - (SELECT min(applied_at) FROM migration) >= interval '10 minutes' AS may
      FROM migration WHERE name = '0263_kept_stations.sql'`.execute(db)
  return rows[0]?.may ?? false
}

/** `until` null: they have to be computed at each look. */
export type Keeping = { row: Row; until: number | null }

/** Keeps figures computed at `at` and takes these marks away, unless somebody has computed them later; nothing is kept of `gone`. */
export const keep = async (
  trx: Db,
  all: readonly Keeping[],
  { at, gone, marks }: { at: number; gone: readonly string[]; marks: ReadonlyMap<string, readonly number[]> },
): Promise<void> => {
  const untils = all.map(({ until }) => (until === null ? '-infinity' : new Date(until).toISOString()))
  const { rows: kept } = await sql<{ id: string }>`
    INSERT INTO station_figures AS k (station_id, form, at, until, figures, troubled)
    SELECT id, ${FORM}, ${instant(at)}, until, figures, troubled
      FROM unnest(${all.map(({ row }) => row.id)}::uuid[], ${untils}::timestamptz[],
                  ${all.map(({ row }) => JSON.stringify(packed(row)))}::json[],
                  ${all.map(({ row }) => row.troubled)}::boolean[]) AS n(id, until, figures, troubled)
     ORDER BY id
    ON CONFLICT (station_id) DO UPDATE
      SET form = excluded.form, at = excluded.at, until = excluded.until, figures = excluded.figures, troubled = excluded.troubled
      WHERE k.at <= excluded.at
    RETURNING station_id AS id`.execute(trx)
  await sql`DELETE FROM station_figures WHERE station_id = ANY(${[...gone]}::uuid[])`.execute(trx)
  const done = [...kept.map(({ id }) => id), ...gone].flatMap((id) => marks.get(id) ?? [])
  await sql`DELETE FROM station_mark WHERE no = ANY(${done}::bigint[])`.execute(trx)
}
