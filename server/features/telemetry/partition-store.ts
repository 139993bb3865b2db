import type { Pool } from 'pg'
import { sql } from 'kysely'
import { clientTransaction } from '../../platform/db/client-transaction.ts'
import type { Db } from '../../platform/db/handle.ts'

export const DAY_MS = 86_400_000

/** Serialises whoever makes or drops partitions; an arbitrary number, ours alone. */
const PARTITION_LOCK = 7_201_001

const dateOf = (dayStartAt: number): string => new Date(dayStartAt).toISOString().slice(0, 10)

export const nameOf = (dayStartAt: number): string => `reading_${dateOf(dayStartAt).replaceAll('-', '')}`

/** Start of the UTC day that holds an instant. */
export const utcDayStart = (ts: number): number => Math.floor(ts / DAY_MS) * DAY_MS

/**
 * Makes the daily partitions (UTC) that hold these instants. Safe to call from several servers at once. The database
 * does it as the owner of the tables, which everyday work is not (migration 0019). `known` have theirs; it learns.
 */
export const ensurePartitions = async (
  pool: Pool,
  days: Iterable<number>,
  known = new Set<number>(),
): Promise<void> => {
  const wanted = [...new Set(days)].filter((day) => !known.has(day)).sort((a, b) => a - b)
  if (wanted.length === 0) return
  await clientTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK])
    // One after the other, the oldest first: each is locked until the commit.
    for (const day of wanted) await client.query('SELECT reading_day_make($1)', [dateOf(day)])
  })
  for (const day of wanted) known.add(day)
}

/** Drops the partitions that end at or before `before` (epoch ms), which must be more than a year ago. Gives how many. */
export const dropPartitions = async (db: Db, before: number, known: Set<number>): Promise<number> => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'reading'::regclass ORDER BY 1`.execute(db)
  const last = nameOf(utcDayStart(before) - DAY_MS)
  const old = rows.map(({ name }) => name).filter((name) => /^reading_\d{8}$/.test(name) && name <= last)
  for (const name of old) {
    await db.transaction().execute(async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(${PARTITION_LOCK})`.execute(trx)
      await sql`SELECT reading_day_drop(to_date(${name.slice('reading_'.length)}, 'YYYYMMDD'))`.execute(trx)
    })
  }
  if (old.length > 0) known.clear()
  return old.length
}
