import type { BodyOf } from '#contract/http/route.ts'
import type { orderRoutes } from '#contract/http/work-orders.ts'
import { COMMENTS_MAX } from '#domain/work-orders/limits.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import type { OrderCaller } from './create-order.ts'
import { hasPart } from './may-comment.ts'
import { giveFiles, mustBeFree } from './order-files.ts'
import { commentsOf, hasCommented } from './order-flow-store.ts'
import { addFlow, lockOrder, wasHandler } from './order-store.ts'

type Comment = BodyOf<(typeof orderRoutes)['POST /api/orders/{orderId}/comments']>

/**
 * Somebody who has part in an order says something about it. The order stays as it is, and its version too: whoever
 * works at it without a network is not kept from their next step by what others say meanwhile.
 * @throws Refusal `not_found`, `forbidden`, `required`, `order_comments_full`
 */
export const commentOnOrder = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: OrderCaller,
  given: { id: string; comment: Comment; actId: string },
): Promise<void> => {
  const { who, now } = caller
  const { accountId } = who
  const { text, images = [] } = given.comment
  const stationId = await transact(db, async (trx) => {
    const row = (await lockOrder(trx, given.id, visibleStations(who, now))) ?? refuse('not_found')
    if (!hasPart(who, row, await wasHandler(trx, row.id, accountId)))
      refuse('forbidden', { why: 'look_only' })
    if (await hasCommented(trx, given.actId)) return row.station_id
    await mustBeFree(trx, { orderId: row.id, accountId }, images)
    if (text === '' && images.length === 0) refuse('required', { field: 'text' })
    if ((await commentsOf(trx, row.id)) >= COMMENTS_MAX) refuse('order_comments_full')
    const flowId = await addFlow(trx, {
      order_id: row.id,
      note: 'comment',
      at: now,
      by: accountId,
      from: row.status,
      to_status: row.status,
      handlerId: row.handler_id,
      text,
      actId: given.actId,
    })
    await giveFiles(trx, {
      orderId: row.id,
      flowId,
      stationId: row.station_id,
      accountId,
      images,
      files: [],
      answers: [],
    })
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'order.comment',
      objectKind: 'order',
      objectId: row.id,
      detail: { no: row.no, images: images.length },
    })
    return row.station_id
  })
  changeEvents.tell({ type: 'changed', stationId, what: 'orders' })
}
