import { ApiError } from '../../data/api-error.ts'
import { call, type Answer, type CallInput } from '../../data/call.ts'
import { dataKey, queryClient, refresh } from '../../data/query.ts'
import { orderChanged, type OpenAction, type Order } from '../use-orders.ts'

type Body = CallInput<'POST /api/orders/{orderId}/actions'>['body']

/** Which words say that it is done. */
export const doneWord = (no: OpenAction['no']): 'dispatch' | 'cancel' | 'audit' | 'other' => {
  if (no === 1 || no === 14) return 'dispatch'
  if (no === 7 || no === 16) return 'cancel'
  return no === 10 || no === 11 ? 'audit' : 'other'
}

/** The order is elsewhere by now, or somebody else's. */
const moved: ReadonlySet<number> = new Set([403, 409, 412])

/**
 * Takes an action with the version of the order that the person sees. Refused because the order has moved on, it is read
 * again, so that the sheet can say how it stands now. @throws ApiError
 */
export const takeAction = async (order: Order, body: Body, key: string): Promise<void> => {
  const params = { orderId: order.id }
  try {
    const answer = await call('POST /api/orders/{orderId}/actions', {
      params,
      body,
      key,
      ifMatch: order.version,
    })
    queryClient.setQueryData<Answer<'GET /api/orders/{orderId}'>>(
      dataKey('GET /api/orders/{orderId}', { params }),
      answer,
    )
    void orderChanged()
  } catch (error) {
    if (error instanceof ApiError && moved.has(error.status)) await refresh('GET /api/orders/{orderId}')
    throw error
  }
}
