import { createECDH, randomUUID } from 'node:crypto'
import type { pushRoutes } from '#contract/http/push.ts'
import type { BodyInput } from '#contract/http/route.ts'
import { openSession } from '#server/features/accounts/session-store.ts'
import type { FactoryFile } from './objects.ts'

type Bodies<Key extends keyof typeof pushRoutes> = BodyInput<(typeof pushRoutes)[Key]>

/** What a browser keeps: with these alone its messages can be read. */
export const browserKeys = () => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = Buffer.alloc(16, 7)
  return {
    ecdh,
    auth,
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
  }
}

export const objects: NonNullable<FactoryFile['objects']> = {
  push_subscription: async (app, caller) => {
    const id = randomUUID()
    const { accountId } = caller
    const { sessionId } = await openSession(app.db, app.now(), { accountId, browser: 'Firefox' })
    await app.db
      .insertInto('push_subscription')
      .values({
        id,
        account_id: accountId,
        session_id: sessionId,
        endpoint: `https://push.example.com/${id}`,
        ...browserKeys().keys,
        created_at: new Date(app.now()),
      })
      .execute()
    return id
  },
}

export const bodies = {
  'POST /api/push/subscriptions': (): Bodies<'POST /api/push/subscriptions'> => ({
    endpoint: `https://push.example.com/${randomUUID()}`,
    keys: browserKeys().keys,
  }),
}
