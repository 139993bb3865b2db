import type { Side } from '../../../app/outbox/queued-act.ts'
import type { Order } from '../use-orders.ts'

/** Of an order what a person compares when two have changed it. */
export const sideOf = ({
  status,
  handler,
  initiator,
  priority,
  description,
  report,
  version,
}: Order): Side => ({
  status,
  handlerId: handler?.id ?? null,
  handler: handler?.name ?? null,
  initiatorId: initiator.id,
  priority,
  description,
  text: report?.text ?? '',
  pictures: report?.images.length ?? 0,
  version,
})
