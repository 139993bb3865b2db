import type { Insertable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Db } from '../../platform/db/handle.ts'
import { instant } from '../../platform/db/instant.ts'

export const insertCode = async (db: Db, row: Insertable<Tables['session_code']>): Promise<void> => {
  await db.insertInto('session_code').values(row).execute()
}

/** Works once: the row is gone. Gives the session that asked for it. */
export const takeCode = (tx: Db, hash: Buffer, now: number) =>
  tx
    .deleteFrom('session_code')
    .where('code_hash', '=', hash)
    .where('expires_at', '>', instant(now))
    .returning('session_id')
    .executeTakeFirst()

export const dropExpiredCodes = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('session_code').where('expires_at', '<=', instant(now)).execute()
}

/** Whose session it is, unless they are disabled. */
export const holderOf = (tx: Db, sessionId: string) =>
  tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.id', '=', sessionId)
    .where('account.disabled_at', 'is', null)
    .select(['account.id', 'account.company_id', 'session.proven_at'])
    .executeTakeFirst()
