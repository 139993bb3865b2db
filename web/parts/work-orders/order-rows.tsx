import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { Card } from '../../kit/card.tsx'
import { OrderLine } from './order-line.tsx'
import { Rows } from '../../kit/row.tsx'

type Orders = Answer<'GET /api/orders'>['orders']

/** Open orders in a card. */
export function OrderRows({ orders }: { orders: Orders }) {
  const t = useTranslations('orders')
  return (
    <Card flush title={t('openOrders')}>
      <Rows>
        {orders.map((order) => (
          <OrderLine key={order.id} order={order} />
        ))}
      </Rows>
    </Card>
  )
}
