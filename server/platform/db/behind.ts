import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { unforeseen } from './known-statement.ts'

/**
 * How far somebody has read who follows what transactions write: since when the database runs, and which of its transactions
 * were to be seen (a snapshot: the number before which all had ended, the one from which on none had, and those between that
 * had not), with `|` between.
 */

/** SQL of how far a statement reads, for a statement of a connection of its own and for the others. */
export const behindText = "pg_postmaster_start_time()::text || '|' || pg_current_snapshot()::text"
export const behindNow: RawBuilder<string> = sql.raw(behindText)

/**
 * SQL: a row whose column `changed` says by which transaction it was written was written by one that was not to be seen in
 * `seen` (`seenIn`). What was read then is not read again, however long a transaction beside it goes on; what a restored
 * database says of another one's transactions is no news at each look. For a statement with a name: its plan is kept, as
 * nothing would be gained by knowing how far was read.
 */
export const writtenSince = (changed: string, seen: string | null): RawBuilder<SqlBool> => {
  const snapshot = unforeseen(seen, 'pg_snapshot')
  return sql`${sql.ref(changed)} >= pg_snapshot_xmin(${snapshot})
      AND ${sql.ref(changed)} < pg_snapshot_xmax(pg_current_snapshot())
      AND NOT pg_visible_in_snapshot(${sql.ref(changed)}, ${snapshot})`
}

/** Which transactions were to be seen: a snapshot as PostgreSQL writes it. */
export const seenIn = (behind: string): string => behind.split('|')[1] ?? '1:1:'

/** The number of the transaction from which on something new may have been written. */
export const readBefore = (behind: string): string => seenIn(behind).split(':')[0] ?? '0'

/** Whether one goes on from the other: a server that was started since may give numbers of transactions again that were lost. */
export const isLater = (behind: string, before: string): boolean => {
  const [start] = behind.split('|')
  const [startBefore] = before.split('|')
  return start === startBefore && BigInt(readBefore(behind)) >= BigInt(readBefore(before))
}
