import { useTranslations } from 'use-intl'
import { flowName } from '#domain/work-orders/flow-table.ts'
import type { QueuedAct } from '../../app/outbox/queued-act.ts'

/** What a person did, in a few words. */
export const useActWords = (): ((act: QueuedAct) => string) => {
  const t = useTranslations('sync')
  const flow = useTranslations('order.flow')
  return ({ call }) => {
    if (call.route === 'POST /api/orders') return t('newOrder')
    if (call.route === 'POST /api/orders/{orderId}/comments') return t('newComment')
    if (call.route === 'POST /api/reports') return t('newReport')
    if (call.route === 'POST /api/stations/{stationId}/devices')
      return t('newDevices', { count: call.body.devices.length })
    return flow(flowName(call.body.no))
  }
}
