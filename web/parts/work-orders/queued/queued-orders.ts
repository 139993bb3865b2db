import { ApiError } from '../../../app/data/api-error.ts'
import { call } from '../../../app/data/call.ts'
import { dropDraft } from '../../../app/data/draft-store.ts'
import { dataKey, queryClient } from '../../../app/data/query.ts'
import { readAfter } from '../../../app/live/read-after.ts'
import type { ActOf, Kind, KindsByRoute } from '../../../app/outbox/kind.ts'
import type { QueuedAct } from '../../../app/outbox/queued-act.ts'
import { pathTo } from '../../../paths.ts'
import type { Order } from '../use-orders.ts'
import { sideOf } from './side.ts'

const action = 'POST /api/orders/{orderId}/actions'
const comment = 'POST /api/orders/{orderId}/comments'

const settled = async ({ call: made, files, drafts }: QueuedAct): Promise<null> => {
  await Promise.all([...drafts, ...files.map(({ kept }) => kept)].map(dropDraft))
  void readAfter(made.route)
  return null
}

/** A phone's idea of the time may be off by so much where the server was never heard, ms. */
const clockMs = 5 * 60_000

/** An answer that was lost after the work was done: the step stands in the flow as this person's. */
const wasDone = (act: ActOf<typeof action>, { flow }: Order, personId: string): boolean => {
  if (act.tried < 2) return false
  const { no, report, reason, remark } = act.call.body
  const text = report ?? reason ?? remark ?? ''
  return flow.some(
    (record) =>
      record.no === no && record.by?.id === personId && record.text === text && record.at >= act.at - clockMs,
  )
}

const made: Omit<Kind<'POST /api/orders' | 'POST /api/reports'>, 'page'> = {
  versionIn: ({ order }) => order.version,
  settle: settled,
}
const formOf = ({ restore }: QueuedAct) => (restore?.search ? pathTo('add-work-order', restore.search) : null)

/** Orders and reports that wait to be made, steps that wait to be taken, and what waits to be said. */
type Mine = typeof action | typeof comment | 'POST /api/orders' | 'POST /api/reports'
export const queuedOrders: Pick<KindsByRoute, Mine> = {
  'POST /api/orders': { ...made, page: formOf },
  'POST /api/reports': { ...made, page: formOf },
  [comment]: {
    // It moves nothing: what was done after it goes with the version that it has.
    versionIn: () => null,
    settle: (act, answer) => {
      const { params } = act.call
      if (answer !== null) queryClient.setQueryData(dataKey('GET /api/orders/{orderId}', { params }), answer)
      return settled(act)
    },
    page: ({ call: { params } }) => pathTo('work-order-detail', { orderId: params.orderId }),
  },
  [action]: {
    versionIn: ({ order }) => order.version,
    settle: (act, answer) => {
      const { params } = act.call
      if (answer !== null) queryClient.setQueryData(dataKey('GET /api/orders/{orderId}', { params }), answer)
      return settled(act)
    },
    explain: async (act, refusal, as) => {
      const { params } = act.call
      try {
        const found = await call('GET /api/orders/{orderId}', { params, as })
        queryClient.setQueryData(dataKey('GET /api/orders/{orderId}', { params }), found)
        const { order } = found
        if (wasDone(act, order, as)) return { done: true, version: order.version }
        const last = order.flow.findLast(({ note }) => note !== 'comment')
        const by = last?.by?.name ?? null
        return { done: false, refusal: { ...refusal, theirs: sideOf(order), by, byAt: last?.at ?? null } }
      } catch (error) {
        // Gone, or not this person's to see any more.
        if (error instanceof ApiError && (error.status === 404 || error.status === 403))
          return { done: false, refusal }
        throw error
      }
    },
    page: ({ call: { params } }) => pathTo('work-order-detail', { orderId: params.orderId }),
  },
}
