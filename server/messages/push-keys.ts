import webPush from 'web-push'
import type { Db } from '../kitchen.ts'

export type PushKeys = { publicKey: string; privateKey: string }

/** The installation's own pair, made when there is none yet; of servers that start together the first one's stays. */
export const pushKeys = async (db: Db, now: number): Promise<PushKeys> => {
  const found = await db.selectFrom('push_key').selectAll().executeTakeFirst()
  if (found) return { publicKey: found.public_key, privateKey: found.private_key }
  const made = webPush.generateVAPIDKeys()
  await db
    .insertInto('push_key')
    .values({ public_key: made.publicKey, private_key: made.privateKey, created_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return pushKeys(db, now)
}
