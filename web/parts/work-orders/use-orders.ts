import { useMemo } from 'react'
import { usePerson } from '../../app/session/session.ts'
import type { Answer, CallInput } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import type { PageSearch } from '../../paths.ts'
import type { QueuedAct } from '../../app/outbox/queued-act.ts'
import { readAll } from '../../app/lists/read-all.ts'
import { usePages } from '../../app/lists/use-pages.ts'
import { useQueue } from '../../app/outbox/queue.ts'
import { useNow } from '../../kit/time/now.ts'
import { asQueued } from './queued/as-queued.ts'

export type Orders = Answer<'GET /api/orders'>
export type OrderRowData = Orders['orders'][number]
export type Order = Answer<'GET /api/orders/{orderId}'>['order']
export type FlowRecord = Order['flow'][number]
export type OpenAction = Order['actions'][number]
export type Verification = NonNullable<Answer<'GET /api/orders/{orderId}/verification'>['verification']>
export type MineList = NonNullable<PageSearch<'my-work-order'>['list']>
type Query = NonNullable<CallInput<'GET /api/orders'>['query']>

const DAY = 86_400_000
const HOUR = 3_600_000
/** How many orders are read at once, here and ahead of need: the same list is kept under the same key. */
export const ordersPage = 30

type Search = Pick<
  PageSearch<'om-page'>,
  'search' | 'state' | 'type' | 'priority' | 'overdue' | 'days' | 'stationId' | 'handler' | 'groupId'
>

/** What the address asks for, as the API takes it. The window of days begins with an hour, so that it can be cached. */
const queryOf = (search: Search, now: number): Query => ({
  ...(search.search ? { search: search.search } : {}),
  ...(search.state === 'all' ? {} : { status: search.state ?? 'open' }),
  ...(search.type ? { type: search.type } : {}),
  ...(search.priority ? { priority: search.priority } : {}),
  ...(search.overdue ? { overdue: 'true' } : {}),
  ...(search.stationId ? { stationId: search.stationId } : {}),
  ...(search.handler ? { handler: search.handler } : {}),
  ...(search.groupId ? { groupId: search.groupId } : {}),
  ...(search.days ? { from: Math.floor(now / HOUR) * HOUR - Number(search.days) * DAY } : {}),
})

const useOrderPages = (query: Query) => ({
  ...usePages('GET /api/orders', { query: { limit: ordersPage, ...query } }, (page) => page.orders),
  /** All that match, or the first of them, to be taken along or chosen. */
  readWhole: (most?: number) => readAll('GET /api/orders', { query }, (page) => page.orders, most),
})

/** Orders, worst first where nothing else is asked for. */
export const useOrders = (search: Search, how: Pick<Query, 'sort' | 'order' | 'limit'> = {}) =>
  useOrderPages({ ...queryOf(search, useNow()), ...how })

/** Of this person: waiting to be accepted, to be done, to be reviewed, made, finished. */
export const useMyOrders = (list: MineList) => useOrderPages({ mine: list })

export const useOrder = (orderId: string) => useData('GET /api/orders/{orderId}', { params: { orderId } })

/** Acts on an order go one after the other; what is said about it waits for none of them. */
export const commentSubject = (orderId: string): string => `${orderId} comments`

/** The order as it will stand once what waits on this phone is sent, what of it waits, and what waits to be said. */
export const useAsQueued = (order: Order): { after: Order; waiting: QueuedAct[]; said: QueuedAct[] } => {
  const person = usePerson()
  const { acts } = useQueue(person?.id ?? null)
  return useMemo(
    () => ({
      after: person ? asQueued(order, acts, person) : order,
      waiting: acts.filter(({ subject }) => subject === order.id),
      said: acts.filter(({ subject }) => subject === commentSubject(order.id)),
    }),
    [order, acts, person],
  )
}
