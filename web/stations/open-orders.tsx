import { useTranslations } from 'use-intl'
import { Allowed } from '../accounts/allowed.tsx'
import { useData } from '../data/query.ts'
import { pathTo } from '../paths.ts'
import { useFormat } from '../phrases/use-format.ts'
import { Card } from '../ui/card.tsx'
import { useNow } from '../ui/now.ts'
import { Row, Rows } from '../ui/row.tsx'
import { OrderStatusPill } from '../ui/order-pills.tsx'

/** The most urgent that are listed; all of them stand on the station's tab of orders. */
const shown = 3

/** The open orders of a device, where there are any. */
export function OpenOrders({ deviceId }: { deviceId: string }) {
  return (
    <Allowed permission="om:order:view">
      <Open deviceId={deviceId} />
    </Allowed>
  )
}

function Open({ deviceId }: { deviceId: string }) {
  const t = useTranslations('orders')
  const format = useFormat()
  const now = useNow()
  const { data } = useData('GET /api/orders', { query: { deviceId, status: 'open', limit: shown } })
  if (!data || data.orders.length === 0) return null
  return (
    <Card flush title={t('openOrders')}>
      <Rows>
        {data.orders.map((order) => (
          <Row
            key={order.id}
            to={pathTo('work-order-detail', { orderId: order.id })}
            label={order.name}
            hint={`${order.no} · ${order.handler?.name ?? t('nobody')} · ${format.age(order.initiatedAt, now)}`}
            value={<OrderStatusPill status={order.status} />}
          />
        ))}
      </Rows>
    </Card>
  )
}
