import { ATTEMPTS_MAX, waitAfter } from '#domain/messages/message-kinds.ts'
import type { Context } from '../../context.ts'
import { postWebhook } from './post-webhook.ts'
import { noteDelivery, takeDue } from './webhook-store.ts'

const AT_ONCE = 8
const LEASE_MS = 60_000

/** Sends what is due and notes what came of it: taken, again later, or given up after 12 attempts. Gives how many. */
export const deliverDue = async (
  { db, webhooks }: Pick<Context, 'db' | 'webhooks'>,
  now: number,
  stopping?: AbortSignal,
): Promise<number> => {
  let sent = 0
  for (;;) {
    if (stopping?.aborted) break
    const due = await takeDue(db, now, LEASE_MS, AT_ONCE)
    await Promise.all(
      due.map(async (delivery) => {
        const failure = await postWebhook(delivery, now, webhooks.privateAllowed)
        const isLast = delivery.attempts >= ATTEMPTS_MAX
        const nextAt = failure === null || isLast ? null : now + waitAfter(delivery.attempts)
        await noteDelivery(db, delivery, { at: now, failure, nextAt })
      }),
    )
    sent += due.length
    if (due.length < AT_ONCE) break
  }
  return sent
}
