import { createECDH } from 'node:crypto'
import type { pushRoutes } from '#contract/http/push.ts'
import { transact } from '../../platform/db/open.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { mayCall } from './post-once.ts'
import { pushKeys } from './push-keys.ts'
import { queueTrial, subscribe, subscriptionsOf, unsubscribe } from './push-store.ts'

/** Whether a browser's public key is a point of the curve at all: only to such one can be encrypted. */
const isPoint = (p256dh: string): boolean => {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    return own.computeSecret(Buffer.from(p256dh, 'base64url')).length === 32
  } catch {
    return false
  }
}

export const pushHandlers: Handlers<typeof pushRoutes> = {
  'GET /api/push': async ({ context, who }) => ({
    key: (await pushKeys(context.db)).publicKey,
    subscriptions: await subscriptionsOf(context.db, who),
  }),

  'POST /api/push/subscriptions': async ({ context, body, who, now }) => {
    const { endpoint, keys } = body
    const { privateAllowed } = context.webhooks
    const isPlain = new URL(endpoint).protocol !== 'https:'
    if ((isPlain && !privateAllowed) || !mayCall(endpoint, privateAllowed))
      refuse('webhook_private', { field: 'endpoint' })
    if (!isPoint(keys.p256dh)) refuse('invalid_input', { field: 'keys.p256dh' })
    await transact(context.db, (trx) => subscribe(trx, who, now, body))
    const all = await subscriptionsOf(context.db, who)
    return { subscription: all.find(({ here }) => here) ?? refuse('not_found') }
  },

  'DELETE /api/push/subscriptions/{subscriptionId}': async ({ context, params, who }) => {
    if (!(await unsubscribe(context.db, who.accountId, params.subscriptionId))) refuse('not_found')
    return {}
  },

  'POST /api/push/subscriptions/{subscriptionId}/trial': async ({ context, params, who, now }) => {
    if (!(await queueTrial(context.db, now, who.accountId, params.subscriptionId))) refuse('not_found')
    return {}
  },
}
