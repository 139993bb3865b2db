import { sql } from 'kysely'
import { deleteOld } from '../../platform/db/delete-old.ts'
import type { Db } from '../../platform/db/handle.ts'

/** Forgets which messages have come, of those that no gateway sends again; gives how many. */
export const deleteOldMessages = (db: Db, before: number, stopping: AbortSignal): Promise<number> =>
  deleteOld(db, { table: 'gateway_message', column: 'received_at' }, before, stopping)

/** Rows a statement deletes: it must end well before a statement's time limit. */
const PORTION = 10_000

/** Forgets what changed of gateways a day ago, by the clock of the database, which wrote it down; gives how many rows. */
export const deleteOldChanges = async (db: Db, stopping: AbortSignal): Promise<number> => {
  let deleted = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM gateway_change WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM gateway_change WHERE at < clock_timestamp() - interval '1 day' LIMIT ${PORTION}))`.execute(
      db,
    )
    const portion = Number(numAffectedRows ?? 0)
    deleted += portion
    if (portion < PORTION || stopping.aborted) return deleted
  }
}
