import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { DuePill } from '../work-orders/due-pill.tsx'
import home from './home.module.css'

/** The most urgent ones; all of them are one press away. */
const shown = 3

/** Orders of whoever works on them, before what only says how the stations are: the next ones by name, and what to accept. */
export function WorkFirst({ children }: { children: ReactNode }) {
  const t = useTranslations('home')
  const format = useFormat()
  const nameOf = useOrderName()
  const { data, isLoading } = useData('GET /api/orders', { query: { mine: 'do', limit: shown } })
  // Figures that stood there first would be pushed down under the finger.
  if (isLoading) return <SkeletonCard kind="rows" rows={3} />
  const counts = data?.mine
  return (
    <>
      {data && counts && counts.do + counts.accept > 0 && (
        <Card
          flush
          title={t('orders')}
          action={
            <Go to={pathTo('my-work-order')} className={home.all}>
              {t('ordersAll')}
              <ChevronRight size={16} aria-hidden />
            </Go>
          }
        >
          <Rows>
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
            {counts.do > data.orders.length && (
              <Row
                label={t('ordersTo.do')}
                value={format.number(counts.do)}
                to={pathTo('my-work-order', { list: 'do' })}
              />
            )}
            {counts.accept > 0 && (
              <Row
                label={t('ordersTo.accept')}
                value={format.number(counts.accept)}
                to={pathTo('my-work-order', { list: 'accept' })}
              />
            )}
          </Rows>
        </Card>
      )}
      {children}
    </>
  )
}
