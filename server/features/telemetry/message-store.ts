import { deleteOld } from '../../platform/db/delete-old.ts'
import type { Db } from '../../platform/db/handle.ts'

/** Forgets which messages have come, of those that no gateway sends again; gives how many. */
export const deleteOldMessages = (db: Db, before: number, stopping: AbortSignal): Promise<number> =>
  deleteOld(db, { table: 'gateway_message', column: 'received_at' }, before, stopping)
