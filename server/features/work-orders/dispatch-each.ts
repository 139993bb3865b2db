import type { BodyOf } from '#contract/http/route.ts'
import type { orderRoutes } from '#contract/http/work-orders.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { answerEach, done, type EachResult, refusedWith } from '../accounts/answer-each.ts'
import type { OrderCaller } from './create-order.ts'
import { takeAction } from './take-action.ts'

/**
 * Dispatches each order as one alone is, in a transaction of its own: what is refused keeps none of the others back.
 * Where the database goes away in the middle, what is done stays done and the rest says so.
 */
export const dispatchEach = async (
  context: Pick<Context, 'db' | 'changeEvents' | 'log'>,
  caller: OrderCaller,
  given: BodyOf<(typeof orderRoutes)['POST /api/orders/dispatch-each']>,
): Promise<{ results: EachResult[] }> => {
  const { handlerId, remark, preview = false } = given
  const versions = new Map(given.orders.map(({ orderId, version }) => [orderId, version]))
  const results: EachResult[] = []
  let broken = false
  for (const [id, version] of versions) {
    try {
      if (!broken)
        await takeAction(context, caller, {
          id,
          version,
          asked: { no: 1, handlerId, ...(remark !== undefined && { remark }) },
          trial: preview,
        })
      results.push(broken ? refusedWith(id, { code: 'unavailable', detail: {} }) : done(id))
    } catch (error) {
      if (error instanceof Refusal) results.push(refusedWith(id, error))
      else if (results.some(({ refused }) => refused === null)) {
        context.log.error({ err: error, done: results.length }, 'orders were dispatched in part')
        broken = true
        results.push(refusedWith(id, { code: 'unavailable', detail: {} }))
      } else throw error
    }
  }
  const asked = { action: 'POST /api/orders/dispatch-each', objectKind: 'order', preview }
  return answerEach(context.db, caller, asked, results)
}
