import * as z from 'zod/mini'
import { SESSIONS_MAX } from '#domain/accounts/limits.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { routeTable } from './route.ts'
import { listOf } from './lists.ts'

const endpoint = z.string().check(
  z.maxLength(1000),
  z.refine((text) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text), { error: 'invalid_input' }),
)
const bytes = (shape: RegExp) => z.string().check(z.regex(shape, { error: 'invalid_input' }))

const pushSubscriptionView = z.strictObject({
  id: uuid,
  /** As it called itself when it subscribed; the same session, so the same browser as in the list of sessions. */
  browser: z.string(),
  /** The one that asks. */
  here: z.boolean(),
  createdAt: instant,
  /** The last one that the push service took, and the last that failed with why. */
  toldAt: z.nullable(instant),
  failedAt: z.nullable(instant),
  failure: z.nullable(z.string()),
})

export const pushRoutes = routeTable({
  'GET /api/push': {
    summary: 'The key that browsers subscribe with, and the browsers on which the caller is told',
    permission: 'signed-in',
    objects: {},
    output: z.strictObject({
      /** P-256, uncompressed, base64url. */
      key: z.string(),
      subscriptions: listOf(pushSubscriptionView, SESSIONS_MAX),
    }),
  },
  'POST /api/push/subscriptions': {
    summary: 'Be told on this browser, as long as this session lives (RFC 8030, 8291)',
    permission: 'signed-in',
    objects: {},
    body: z.strictObject({
      endpoint,
      keys: z.strictObject({
        p256dh: bytes(/^[A-Za-z0-9_-]{87}=?$/),
        auth: bytes(/^[A-Za-z0-9_-]{22}(?:==)?$/),
      }),
    }),
    output: z.strictObject({ subscription: pushSubscriptionView }),
    errors: ['webhook_private'],
    idempotent: true,
    status: 201,
  },
  'DELETE /api/push/subscriptions/{subscriptionId}': {
    summary: 'Be told on that browser no more',
    permission: 'signed-in',
    objects: { subscriptionId: 'push_subscription' },
    output: z.strictObject({}),
  },
  'POST /api/push/subscriptions/{subscriptionId}/trial': {
    summary: 'Try whether it works: one message goes to that browser',
    permission: 'signed-in',
    objects: { subscriptionId: 'push_subscription' },
    output: z.strictObject({}),
    idempotent: true,
    status: 201,
  },
})
