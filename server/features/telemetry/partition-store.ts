import type { Pool } from 'pg'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

export const DAY_MS = 86_400_000

/** Serialises whoever makes or drops partitions; an arbitrary number, ours alone. */
const PARTITION_LOCK = 7_201_001

const dateOf = (dayStartAt: number): string => new Date(dayStartAt).toISOString().slice(0, 10)

const nameOf = (dayStartAt: number): string => `reading_${dateOf(dayStartAt).replaceAll('-', '')}`

/** Start of the UTC day that holds an instant. */
export const utcDayStart = (ts: number): number => Math.floor(ts / DAY_MS) * DAY_MS

/** Days known to have a partition, by database. Only a memory: the database decides. */
const known = new WeakMap<Pool, Set<number>>()
const knownOf = (pool: Pool): Set<number> => {
  const held = known.get(pool)
  if (held) return held
  const fresh = new Set<number>()
  known.set(pool, fresh)
  return fresh
}

/** After an insert found a partition missing: somebody else dropped it. */
export const forgetPartitions = (pool: Pool): void => void known.delete(pool)

/**
 * Makes the daily partitions (UTC) that hold these instants. Safe to call from several servers at once. The database
 * does it as the owner of the tables, which everyday work is not (migration 0019).
 */
export const ensurePartitions = async (pool: Pool, days: Iterable<number>): Promise<void> => {
  const have = knownOf(pool)
  const wanted = [...new Set(days)].filter((day) => !have.has(day)).sort((a, b) => a - b)
  if (wanted.length === 0) return
  const client = await pool.connect()
  let broken = true
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK])
    // One after the other, the oldest first: each is locked until the commit.
    for (const day of wanted) await client.query('SELECT reading_day_make($1)', [dateOf(day)])
    await client.query('COMMIT')
    broken = false
    for (const day of wanted) have.add(day)
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => (broken = false),
      () => undefined,
    )
    throw error
  } finally {
    client.release(broken)
  }
}

/** Drops the partitions that end at or before `before` (epoch ms), which must be more than a year ago. Gives how many. */
export const dropPartitions = async (pool: Pool, db: Db, before: number): Promise<number> => {
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
  if (old.length > 0) forgetPartitions(pool)
  return old.length
}
