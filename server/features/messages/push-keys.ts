import webPush from 'web-push'
import type { Db } from '../../platform/db/handle.ts'

export type PushKeys = { publicKey: string; privateKey: string }

/** The installation's own pair. @throws before the first start has made it. */
export const pushKeys = async (db: Db): Promise<PushKeys> => {
  const found = await db.selectFrom('push_key').selectAll().executeTakeFirstOrThrow()
  return { publicKey: found.public_key, privateKey: found.private_key }
}

/** Makes the pair when there is none yet: at a start. Of servers that start together the first one's stays. */
export const makePushKeys = async (db: Db, now: number): Promise<void> => {
  if (await db.selectFrom('push_key').select('one').executeTakeFirst()) return
  const made = webPush.generateVAPIDKeys()
  await db
    .insertInto('push_key')
    .values({ public_key: made.publicKey, private_key: made.privateKey, created_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
