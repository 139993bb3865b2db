import type { Feature } from '../../feature.ts'
import { sumUpOrders } from './find-order-counts.ts'
import { orderHandlers } from './order-routes.ts'
import { omHandlers } from './om-routes.ts'

export const workOrdersFeature = {
  name: 'work-orders',
  handlers: { ...orderHandlers, ...omHandlers },
  tables: [
    'company_order_number',
    'order_alarm',
    'order_answer',
    'order_file',
    'order_flow',
    'order_item',
    'order_tally',
    'order_total',
    'work_order',
  ],
  jobs: ({ db }) => [{ name: 'order sums', everyMs: 60_000, run: () => sumUpOrders(db) }],
} as const satisfies Feature
