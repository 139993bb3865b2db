import type { Pool } from 'pg'
import type { Db } from '#server/platform/db/handle.ts'

/** The database, and what it was asked for and gave through this handle; `each`: the rows of each answer. */
export const counted = (db: Db): { db: Db; seen: { rows: number; statements: number; each: number[] } } => {
  const seen = { rows: 0, statements: 0, each: [] as number[] }
  const plugged = db.withPlugin({
    transformQuery: ({ node }) => {
      seen.statements += 1
      return node
    },
    transformResult: async ({ result }) => {
      seen.rows += result.rows.length
      seen.each.push(result.rows.length)
      return result
    },
  })
  return { seen, db: plugged }
}

/**
 * Readings that the database took up for this, in any partition. `pool`: whose connections do the work. A new day of one
 * page is not read whole meanwhile, as PostgreSQL 15 does once it knows that it has no more: it would count as work that grows.
 */
export const readingsFetched = async (
  { pool, owner }: { pool: Pool; owner: Pool },
  work: () => Promise<unknown>,
): Promise<number> => {
  const sum = async (wholeTables: 'off' | 'on'): Promise<number> => {
    // Each connection hands its counts in when it is told to.
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
    await Promise.all(
      clients.map((client) =>
        client.query(`SET enable_seqscan = ${wholeTables}; SELECT pg_stat_force_next_flush()`),
      ),
    )
    for (const client of clients) client.release()
    const { rows } = await owner.query<{ fetched: number }>(`
      SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int AS fetched
        FROM pg_stat_user_tables WHERE relname LIKE 'reading_%' AND relname <> 'reading_stage'`)
    return rows[0]?.fetched ?? 0
  }
  const before = await sum('off')
  await work()
  return (await sum('on')) - before
}
