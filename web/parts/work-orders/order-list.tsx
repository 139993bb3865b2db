import type { useOrders } from './use-orders.ts'
import { useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { ErrorState } from '../../app/failure/error-state.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { OrderRow } from './order-row.tsx'
import styles from '../alarms/alarms.module.css'
import { Windowed } from '../../kit/windowed.tsx'

type OrderListProps = {
  list: ReturnType<typeof useOrders>
  label: string
  without?: 'station'
  /** Stands there when there is none. */
  empty: ReactNode
}

/** Orders in one card, with what they look like while they load, fail or are none. */
export function OrderList({ list, label, without, empty }: OrderListProps) {
  const t = useTranslations('orders')
  const orders = list.data?.pages.flatMap((page) => page.orders)
  if (!orders)
    return list.error ? (
      <ErrorState inline error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <SkeletonCard kind="rows" rows={5} />
    )
  if (orders.length === 0) return empty
  return (
    <Card flush>
      <ul className={styles.list} aria-label={label}>
        <Windowed items={orders} as="li" rowHeight={104} name={`${label} ${without ?? ''}`}>
          {(piece) =>
            piece.map((order) => <OrderRow key={order.id} order={order} {...(without && { without })} />)
          }
        </Windowed>
      </ul>
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button kind="soft" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
