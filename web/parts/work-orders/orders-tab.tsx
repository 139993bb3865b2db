import { ChartNoAxesCombined, ClipboardList, ClipboardPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { OrderLine } from './order-line.tsx'
import { useNewOrder, useNoOrders } from './use-new-order.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { Waiting } from '../../app/failure/waiting.tsx'

/** All the others stand on the page of orders. */
const shown = 20

/** The orders of a station, open ones first, and where its record stands. */
export function OrdersTab({ stationId }: { stationId: string }) {
  const t = useTranslations('orders')
  const create = useNewOrder()
  const noneText = useNoOrders()
  const found = useData('GET /api/orders', { query: { stationId, limit: shown } })
  return (
    <>
      <Card flush>
        <Rows>
          <Allowed permission={['om:order:create', 'om:report:create']}>
            <Row
              icon={<ClipboardPlus size={20} aria-hidden />}
              label={create}
              to={pathTo('add-work-order', { stationId })}
            />
          </Allowed>
          <Row
            icon={<ChartNoAxesCombined size={20} aria-hidden />}
            label={t('omRecord')}
            to={pathTo('om-detail', { stationId })}
          />
        </Rows>
      </Card>
      {found.data ? (
        found.data.orders.length > 0 ? (
          <Card flush title={t('title')}>
            <Rows>
              {found.data.orders.map((order) => (
                <OrderLine key={order.id} order={order} />
              ))}
              {found.data.next !== null && (
                <Row
                  label={t('allOrders')}
                  to={pathTo('om-page', { tab: 'orders', stationId, state: 'all' })}
                />
              )}
            </Rows>
          </Card>
        ) : (
          <EmptyState icon={<ClipboardList size={26} aria-hidden />} title={t('none')} text={noneText} />
        )
      ) : (
        <Waiting of={found} inline rows={4} />
      )}
    </>
  )
}
