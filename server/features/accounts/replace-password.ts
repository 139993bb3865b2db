import type { Db } from '../../platform/db/handle.ts'
import { updateAccount } from './account-store.ts'
import { endSessions } from './session-store.ts'

/** In the caller's transaction: another password is in force, and all sessions of the account have ended. */
export const replacePassword = async (tx: Db, accountId: string, password_hash: string): Promise<void> => {
  await updateAccount(tx, accountId, { password_hash })
  await endSessions(tx, accountId)
}
