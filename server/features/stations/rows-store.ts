import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { mayBeInSerial, serialKey } from '#domain/devices/fields.ts'
import { behindNow, writtenSince } from '../../platform/db/behind.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'
import type { StationTable } from '../../platform/db/tables/stations.ts'
import { anywhere } from '../../platform/search/part-of-text.ts'
import { matching, type StationFilter, type StationRow } from './station-store.ts'

/** Rows of stations whole, and what of them was written since a look before (decision 136). */

/** Of a statement that connections prepare: what `*` gives may be another thing the next time. */
const columns = Object.keys({
  id: true,
  code: true,
  name: true,
  company_id: true,
  owner_account_id: true,
  owner_name: true,
  type: true,
  time_zone: true,
  latitude: true,
  north: true,
  longitude: true,
  east: true,
  address: true,
  region: true,
  country: true,
  report_min: true,
  grid_connected_on: true,
  capacity: true,
  capacity_unit: true,
  capacity_w: true,
  tilt_deg: true,
  azimuth_deg: true,
  phone_country: true,
  phone: true,
  image_file_id: true,
  yield_before_wh: true,
  tariff: true,
  co2: true,
  access: true,
  hazards: true,
  safety: true,
  created_by: true,
  created_at: true,
  deleted_at: true,
  version: true,
  changed: true,
} satisfies Record<keyof StationTable, true>)
const wholeRow = sql.join(columns.map((column) => sql.ref(`station.${column}`)))

/** All stations in scope, whole; at the most `most`. */
export const stationsIn = async (
  db: Db,
  scope: Expression<SqlBool>,
  most: number | null = null,
): Promise<StationRow[]> =>
  db
    .selectFrom('station')
    .innerJoin('company', 'company.id', 'station.company_id')
    .selectAll('station')
    .select('company.name as company_name')
    .where(scope)
    .$if(most !== null, (q) => q.limit(most ?? 0))
    .execute()

/** Of the stations in scope that match the ids alone. */
export const stationIdsIn = async (
  db: Db,
  scope: Expression<SqlBool>,
  filter: StationFilter = {},
): Promise<string[]> => {
  const rows = await matching(db.selectFrom('station').select('station.id').where(scope), filter).execute()
  return rows.map(({ id }) => id)
}

/**
 * A text as the database folds it, and the stations in force in which it is found beside what is in mind of them: those a
 * device of which has it in its serial number.
 */
export type TextFound = { folded: string; ids: ReadonlySet<string> }

/** Of fewer signs the index of serial numbers knows nothing. */
const INDEXED = 3

/**
 * `among`: these stations alone. Told in one text: there may be thousands. Of a text that is too short for the index the
 * stations whose own texts have it are among those that are told: no device of theirs is looked at then.
 */
export const textFound = async (
  db: Db,
  search: string,
  among: readonly string[] | null,
): Promise<TextFound> => {
  const key = serialKey(search)
  const inForce = db
    .selectFrom('station')
    .select('station.id')
    .where('station.deleted_at', 'is', null)
    .$if(among !== null, (q) => q.where(sql<SqlBool>`station.id = ANY(${[...(among ?? [])]}::uuid[])`))
  const found =
    key.length < INDEXED
      ? matching(inForce, { search })
      : inForce.where(
          sql<SqlBool>`EXISTS (SELECT FROM device WHERE device.station_id = station.id AND device.removed_at IS NULL
                                  AND device.sn_key LIKE ${anywhere(key)})`,
        )
  const ids = mayBeInSerial(search)
    ? sql`(SELECT string_agg(found.id::text, ' ') FROM (${found}) AS found)`
    : sql`NULL::text`
  const { rows } = await sql<{ folded: string; ids: string | null }>`
    SELECT lower(${search}::text) AS folded, ${ids} AS ids`.execute(db)
  return { folded: rows[0]?.folded ?? '', ids: new Set(rows[0]?.ids?.split(' ')) }
}

/** Between the texts of a station that are searched: in none of them, and in nothing that is searched for. */
const BETWEEN = '\n'

export type RowsSince = {
  /** Rows that were written by what was not to be seen when `behind` was told, deleted stations with them; or all in force. */
  rows: StationRow[]
  /** By id, what of a station is searched, as the database folds it. */
  folded: ReadonlyMap<string, string>
  /** How often rows were taken out. */
  taken: number
  /** Of what is written later the next look reads what this says. */
  behind: string
}

type Told = { since_taken: number; since_behind: string; since_folded: string } & (StationRow | { id: null })

/** One statement, so that all is of one instant. `behind` null: all stations in force. */
export const rowsSince = async (db: Db, behind: string | null): Promise<RowsSince> => {
  const changed = writtenSince('changed', behind)
  const wanted =
    behind === null
      ? sql`station.deleted_at IS NULL`
      : sql`station.id IN (
          SELECT id FROM station WHERE ${changed}
          UNION ALL SELECT s.id FROM station s
                     WHERE s.deleted_at IS NULL AND s.company_id IN (SELECT id FROM company WHERE ${changed}))`
  const { rows } = await sql<Told>`${knownAs('stations-since', behind !== null)}
    SELECT since.*, ${wholeRow}, company.name AS company_name,
           lower(concat_ws(${BETWEEN}::text, station.name, station.code, station.region, station.owner_name)) AS since_folded
      FROM (SELECT coalesce((SELECT times FROM rows_taken WHERE of_table = 'station'), 0) AS since_taken,
                   ${behindNow} AS since_behind) AS since
      LEFT JOIN (station JOIN company ON company.id = station.company_id) ON ${wanted}`.execute(db)
  const since = { taken: 0, behind: '' }
  const folded = new Map<string, string>()
  const found = rows.flatMap(({ since_taken: taken, since_behind: behind, since_folded: text, ...row }) => {
    Object.assign(since, { taken, behind })
    if (row.id === null) return []
    folded.set(row.id, text)
    return [row]
  })
  return { rows: found, folded, ...since }
}
