import type { Feature } from '../../feature.ts'
import { deliverDue } from './deliver.ts'
import { forgetPushes } from './push-store.ts'
import { pushDue } from './send-push.ts'
import { tellWhatHappened } from './tell.ts'
import { forgetDeliveries } from './webhook-store.ts'
import { messageHandlers } from './message-routes.ts'
import { pushHandlers } from './push-routes.ts'

const DAY_MS = 86_400_000
/** What was sent out to browsers and to other systems, or given up, is known for so long. */
const SENT_DAYS = 14

export const messagesFeature = {
  name: 'messages',
  handlers: { ...messageHandlers, ...pushHandlers },
  tables: [
    'message',
    'notification_choice',
    'push_delivery',
    'push_key',
    'push_subscription',
    'webhook',
    'webhook_delivery',
  ],
  jobs: (context) => [
    {
      name: 'messages',
      everyMs: 2_000,
      run: async (now, stopping) => {
        await tellWhatHappened(context, now)
        await deliverDue(context, now, stopping)
      },
    },
    {
      // By itself: a push service that is slow keeps nobody's message back.
      name: 'push',
      everyMs: 2_000,
      run: async (now, stopping) => {
        await pushDue(context, now, stopping)
      },
    },
  ],
  forget: async ({ db }, now) => ({
    sent: await forgetDeliveries(db, now - SENT_DAYS * DAY_MS),
    pushed: await forgetPushes(db, now - SENT_DAYS * DAY_MS),
  }),
} as const satisfies Feature
