import { useTranslations } from 'use-intl'
import { useOrderName } from '../../app/phrases/order-name.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { OrderStatusPill } from './order-pills.tsx'
import { Row, Rows } from '../../kit/row.tsx'

type Orders = Answer<'GET /api/orders'>['orders']

/** Open orders in a card. */
export function OrderRows({ orders }: { orders: Orders }) {
  const nameOf = useOrderName()
  const t = useTranslations('orders')
  return (
    <Card flush title={t('openOrders')}>
      <Rows>
        {orders.map((order) => (
          <Row
            key={order.id}
            to={pathTo('work-order-detail', { orderId: order.id })}
            label={nameOf(order)}
            hint={`${order.no} · ${order.handler?.name ?? t('nobody')}`}
            value={<OrderStatusPill status={order.status} />}
          />
        ))}
      </Rows>
    </Card>
  )
}
