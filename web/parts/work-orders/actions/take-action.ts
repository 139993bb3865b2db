import { ApiError } from '../../../app/data/api-error.ts'
import type { CallInput } from '../../../app/data/call-types.ts'
import { refresh } from '../../../app/data/query.ts'
import type { NewAct } from '../../../app/outbox/queued-act.ts'
import { perform } from '../../../app/outbox/perform.ts'
import type { KeyFor } from '../../../app/acts/use-act.ts'
import { orderNameNow } from '../order-name-now.ts'
import { sideOf } from '../queued/side.ts'
import type { OpenAction, Order } from '../use-orders.ts'

type Body = CallInput<'POST /api/orders/{orderId}/actions'>['body']

/** Which words say that it is done. */
export const doneWord = (name: OpenAction['name']): 'dispatch' | 'cancel' | 'audit' | 'other' => {
  if (name === 'dispatch' || name === 'reassign') return 'dispatch'
  if (name === 'withdraw_review' || name === 'discarded') return 'cancel'
  return name === 'review_passed' || name === 'review_failed' ? 'audit' : 'other'
}

/** The order is elsewhere by now, or somebody else's. */
const moved: ReadonlySet<number> = new Set([403, 409, 412])

/** `queued`: it waits on the phone for a network. */
export type Taken = 'sent' | 'queued'

/** What goes with an action: pictures that may still have to be sent, and drafts that are over then. */
export type With = Partial<Pick<NewAct, 'files' | 'drafts'>>

/**
 * Takes an action with the version of the order that the person sees; without a network it waits on the phone. Refused
 * because the order has moved on, it is read again, so that the sheet can say how it stands now.
 * @throws ApiError; StorageRefused: without a network, and the phone keeps nothing
 */
export const takeAction = async (
  order: Order,
  body: Body,
  keyFor: KeyFor,
  going: With = {},
): Promise<Taken> => {
  try {
    const { sent } = await perform(await keyFor(body), {
      call: {
        route: 'POST /api/orders/{orderId}/actions',
        params: { orderId: order.id },
        body,
        ifMatch: order.version,
      },
      subject: order.id,
      title: orderNameNow(order),
      seen: sideOf(order),
      ...going,
    })
    return sent ? 'sent' : 'queued'
  } catch (error) {
    if (error instanceof ApiError && moved.has(error.status)) await refresh('GET /api/orders/{orderId}')
    throw error
  }
}
