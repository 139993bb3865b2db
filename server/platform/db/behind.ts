import { type RawBuilder, sql, type SqlBool } from 'kysely'

/**
 * How far somebody has read who follows what transactions write: since when the database runs, and before which of its
 * transactions all had ended (`pg_snapshot_xmin`), with `|` between.
 */

/** SQL of how far a statement reads, for a statement of a connection of its own and for the others. */
export const behindText =
  "pg_postmaster_start_time()::text || '|' || pg_snapshot_xmin(pg_current_snapshot())::text"
export const behindNow: RawBuilder<string> = sql.raw(behindText)

/**
 * SQL: a row whose column `changed` says by which transaction it was written was written from the number `since` on. What a
 * restored database says of another one's transactions is no news at each look.
 */
export const writtenSince = (changed: string, since: string | null): RawBuilder<SqlBool> =>
  sql`${sql.ref(changed)} >= ${since}::xid8 AND ${sql.ref(changed)} < pg_snapshot_xmax(pg_current_snapshot())`

/** The number of the transaction from which on something new may have been written. */
export const readBefore = (behind: string): string => behind.split('|')[1] ?? '0'

/** Whether one goes on from the other: a server that was started since may give numbers of transactions again that were lost. */
export const isLater = (behind: string, before: string): boolean => {
  const [start, no] = behind.split('|')
  const [startBefore, noBefore] = before.split('|')
  return start === startBefore && BigInt(no ?? 0) >= BigInt(noBefore ?? 0)
}
