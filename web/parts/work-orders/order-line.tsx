import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Row } from '../../kit/row.tsx'
import { OrderStatusPill } from './order-pills.tsx'
import type { OrderRowData } from './use-orders.ts'

type OrderLineProps = {
  order: OrderRowData
  /** At its end, instead of the pill of its status. */
  value?: ReactNode
}

/** An order among others of one object: its name, its number, who has it, how far it is. */
export function OrderLine({ order, value }: OrderLineProps) {
  const nameOf = useOrderName()
  const t = useTranslations('orders')
  return (
    <Row
      to={pathTo('work-order-detail', { orderId: order.id })}
      label={nameOf(order)}
      hint={<Dotted parts={[order.no, order.handler?.name ?? t('nobody')]} />}
      value={value ?? <OrderStatusPill status={order.status} />}
    />
  )
}
