import type { Db } from '../../platform/db/handle.ts'

/** Of servers that start together the first one's stays. */
export const insertPushKey = async (
  db: Db,
  publicKey: string,
  privateKey: string,
  now: number,
): Promise<void> => {
  await db
    .insertInto('push_key')
    .values({ public_key: publicKey, private_key: privateKey, created_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const anyPushKey = (db: Db) => db.selectFrom('push_key').select('one').executeTakeFirst()

export const readPushKey = (db: Db) => db.selectFrom('push_key').selectAll().executeTakeFirstOrThrow()
