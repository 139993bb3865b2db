import { permits } from '#domain/accounts/permissions.ts'
import { isOpen } from '#domain/work-orders/order-states.ts'
import type { Actor } from './order-actor.ts'
import type { OrderRow } from './order-store.ts'

/** Who may change the fields of an open order: whoever made it, and whoever dispatches. */
export const mayChange = (actor: Actor, row: Pick<OrderRow, 'initiator_id' | 'status'>): boolean =>
  isOpen(row.status) &&
  (row.initiator_id === actor.accountId || permits(actor.permissions, 'om:order:dispatch'))
