import type { Db } from '../../platform/db/handle.ts'
import { insertPushKey, anyPushKey, readPushKey } from './push-key-store.ts'

export type PushKeys = { publicKey: string; privateKey: string }

/** The installation's own pair. @throws before the first start has made it. */
export const pushKeys = async (db: Db): Promise<PushKeys> => {
  const found = await readPushKey(db)
  return { publicKey: found.public_key, privateKey: found.private_key }
}

/** Makes the pair when there is none yet: at a start. Of servers that start together the first one's stays. */
export const makePushKeys = async (db: Db, now: number): Promise<void> => {
  if (await anyPushKey(db)) return
  const { default: webPush } = await import('web-push')
  const made = webPush.generateVAPIDKeys()
  await insertPushKey(db, made.publicKey, made.privateKey, now)
}
