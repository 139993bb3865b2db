import { refresh } from '../../app/data/query.ts'

/** After an act of this phone: everything that shows an order or an alarm of one. */
export const orderChanged = (): Promise<unknown> =>
  refresh(
    'GET /api/orders',
    'GET /api/orders/{orderId}',
    'GET /api/orders/{orderId}/flow',
    'GET /api/orders/{orderId}/verification',
    'GET /api/alarms',
    'GET /api/alarms/{alarmId}',
  )
