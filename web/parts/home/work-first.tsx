import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Row } from '../../kit/row.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { DuePill } from '../work-orders/due-pill.tsx'
import { CountRow, MyOrders } from './my-orders.tsx'
import { WORK_SHOWN } from './shown-first.ts'

/** Orders of whoever works on them, before what only says how the stations are: the next ones by name, and what to accept. */
export function WorkFirst({ children }: { children: ReactNode }) {
  const t = useTranslations('home')
  const nameOf = useOrderName()
  const { data, isLoading } = useData('GET /api/orders', { query: { mine: 'do', limit: WORK_SHOWN } })
  // Figures that stood there first would be pushed down under the finger.
  if (isLoading) return <SkeletonCard kind="rows" rows={3} />
  const counts = data?.mine
  return (
    <>
      {data && counts && counts.do + counts.accept > 0 && (
        <MyOrders title={t('orders')}>
          {data.orders.map((order) => (
            <Row
              key={order.id}
              to={pathTo('work-order-detail', { orderId: order.id })}
              label={nameOf(order)}
              hint={
                <Dotted
                  parts={[order.station.name, order.device && (order.device.name || order.device.sn)]}
                />
              }
              value={order.dueAt === null ? undefined : <DuePill at={order.dueAt} />}
            />
          ))}
          {counts.do > data.orders.length && <CountRow list="do" count={counts.do} />}
          {counts.accept > 0 && <CountRow list="accept" count={counts.accept} />}
        </MyOrders>
      )}
      {children}
    </>
  )
}
