import { sql } from 'kysely'
import type { Db } from './handle.ts'

/** Rows a statement deletes: it must end well before a statement's time limit. */
const PORTION = 10_000

/** Deletes what is older than `before` (epoch ms), portion by portion; gives how many rows. */
export const deleteOld = async (
  db: Db,
  { table, column }: { table: string; column: string },
  before: number,
  stopping: AbortSignal,
): Promise<number> => {
  let deleted = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${sql.table(table)}
         WHERE ${sql.ref(column)} < ${new Date(before)}::timestamptz LIMIT ${PORTION}))`.execute(db)
    const portion = Number(numAffectedRows ?? 0)
    deleted += portion
    if (portion < PORTION || stopping.aborted) return deleted
  }
}
