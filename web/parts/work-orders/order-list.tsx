import type { OrderRowData, useOrders } from './use-orders.ts'
import type { Pick } from '../../app/lists/picks.ts'
import { useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { OrderRow } from './order-row.tsx'
import styles from '../alarms/alarms.module.css'
import { Windowed } from '../../kit/windowed.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'

type OrderListProps = {
  list: ReturnType<typeof useOrders>
  label: string
  without?: 'station'
  /** Stands there when there is none. */
  empty: ReactNode
  pickOf?: (order: OrderRowData) => Pick | undefined
}

/** Orders in one card, with what they look like while they load, fail or are none. */
export function OrderList({ list, label, without, empty, pickOf }: OrderListProps) {
  const t = useTranslations('orders')
  return (
    <PagedList list={list} lines={5} inline card empty={empty} more={t('more')}>
      {(orders) => (
        <ul className={styles.list} aria-label={label}>
          <Windowed items={orders} as="li" rowHeight={104} name={`${label} ${without ?? ''}`}>
            {(piece) =>
              piece.map((order) => (
                <OrderRow key={order.id} order={order} pick={pickOf?.(order)} {...(without && { without })} />
              ))
            }
          </Windowed>
        </ul>
      )}
    </PagedList>
  )
}
