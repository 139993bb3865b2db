import { sql } from 'kysely'
import type { TestApp } from '../app.ts'

/** Tables that the pipeline itself writes to, whatever becomes of a call. */
const ofTheServer = new Set(['audit', 'session', 'idempotency', 'attempt', 'migration', 'schema_migration'])

const tablesOf = async (app: TestApp): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`.execute(
    app.db,
  )
  return rows.map(({ name }) => name)
}

const listed = new WeakMap<TestApp, readonly string[]>()

/**
 * What stands in each table, as its number of rows and the sum of the transactions that wrote them, PostgreSQL's
 * `xmin`, https://www.postgresql.org/docs/current/ddl-system-columns.html. A row that was added, changed, taken away or
 * written again as it was makes another print. `all` with those tables that the pipeline writes to.
 */
export const rowPrints = async (app: TestApp, all = false): Promise<Record<string, string>> => {
  const known = listed.get(app) ?? (await tablesOf(app))
  listed.set(app, known)
  const parts = known
    .filter((name) => all || !ofTheServer.has(name))
    .map(
      (name) => sql`SELECT ${sql.lit(name)} AS name,
        count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) AS print FROM ${sql.table(name)}`,
    )
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(parts, sql` UNION ALL `)}`.execute(
    app.db,
  )
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}

/** The tables in which some row, as text, matches a POSIX pattern. */
export const tablesHolding = async (app: TestApp, pattern: string): Promise<string[]> => {
  const found: string[] = []
  for (const name of await tablesOf(app)) {
    const { rows } = await sql<{ held: boolean }>`
      SELECT EXISTS (SELECT FROM ${sql.table(name)} t WHERE t::text ~ ${pattern}) AS held`.execute(app.db)
    if (rows[0]?.held) found.push(name)
  }
  return found
}
