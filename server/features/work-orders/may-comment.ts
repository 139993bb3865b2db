import { mayComment } from '#domain/work-orders/open-actions.ts'
import { manages } from '../accounts/managing.ts'
import type { Who } from '../accounts/who.ts'

type Row = {
  station_id: string
  company_id: string
  owner_account_id: string | null
  initiator_id: string
  handler_id: string | null
}

/** Whether somebody who sees an order has part in it. `hadIt`: it was in their hands once. */
export const hasPart = (who: Who, row: Row, hadIt: boolean): boolean =>
  mayComment(
    { initiatorId: row.initiator_id, handlerId: row.handler_id },
    { accountId: who.accountId, isOwn: manages(who, row), hadIt },
  )
