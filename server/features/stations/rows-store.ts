import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { behindNow, writtenSince } from '../../platform/db/behind.ts'
import type { Db } from '../../platform/db/handle.ts'
import { matching, type StationFilter, type StationRow } from './station-store.ts'

/** Rows of stations whole, and what of them was written since a look before (decision 136). */

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

/** In which stations in force a text is found; `ids`: of these alone. Told in one text: there may be thousands. */
export const stationsFound = async (
  db: Db,
  search: string,
  ids: readonly string[] | null,
): Promise<ReadonlySet<string>> => {
  const found = matching(
    db
      .selectFrom('station')
      .select('station.id')
      .where('station.deleted_at', 'is', null)
      .$if(ids !== null, (q) => q.where(sql<SqlBool>`station.id = ANY(${[...(ids ?? [])]}::uuid[])`)),
    { search },
  )
  const { all } = await db
    .selectFrom(found.as('found'))
    .select(sql<string | null>`string_agg(found.id::text, ' ')`.as('all'))
    .executeTakeFirstOrThrow()
  return new Set(all?.split(' '))
}

export type RowsSince = {
  /** Rows that were written by what was not to be seen when `behind` was told, deleted stations with them; or all in force. */
  rows: StationRow[]
  /** How often rows were taken out. */
  taken: number
  /** Of what is written later the next look reads what this says. */
  behind: string
}

type Told = { since_taken: number; since_behind: string } & (StationRow | { id: null })

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
  const { rows } = await sql<Told>`
    SELECT since.*, station.*, company.name AS company_name
      FROM (SELECT coalesce((SELECT times FROM rows_taken WHERE of_table = 'station'), 0) AS since_taken,
                   ${behindNow} AS since_behind) AS since
      LEFT JOIN (station JOIN company ON company.id = station.company_id) ON ${wanted}`.execute(db)
  const since = { taken: 0, behind: '' }
  const found = rows.flatMap(({ since_taken: taken, since_behind: behind, ...row }) => {
    Object.assign(since, { taken, behind })
    return row.id === null ? [] : [row]
  })
  return { rows: found, ...since }
}
