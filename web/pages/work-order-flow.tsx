import { useTranslations } from 'use-intl'
import { useOrderName } from '../app/phrases/order-name.ts'
import { useData } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { Dotted } from '../kit/dotted.tsx'
import { Card } from '../kit/card.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { FlowList } from '../parts/work-orders/flow-list.tsx'
import { OrderStatusPill } from '../parts/work-orders/order-pills.tsx'
import styles from '../parts/work-orders/order.module.css'
import { HelpButton } from '../parts/help/help-button.tsx'
import { Waiting } from '../app/failure/waiting.tsx'

/** The records of an order from its initiation on. */
export function WorkOrderFlowPage() {
  const nameOf = useOrderName()
  const { orderId } = usePageSearch('work-order-flow')
  const t = useTranslations('order')
  const found = useData('GET /api/orders/{orderId}/flow', { params: { orderId } })
  const lost = found.error?.status === 404 || found.error?.status === 403
  const data = lost ? undefined : found.data
  return (
    <Page
      title={t('flowTitle')}
      back={pathTo('work-order-detail', { orderId })}
      spread
      onRefresh={found.refetch}
      actions={<HelpButton of="orders" />}
    >
      {data ? (
        <>
          <Card>
            <div className={styles.hero}>
              <span className={styles.pills}>
                <OrderStatusPill status={data.order.status} />
              </span>
              <h2>{nameOf(data.order)}</h2>
              <p className={styles.quiet}>
                <Dotted parts={[data.order.no, data.order.station.name]} />
              </p>
            </div>
          </Card>
          <Card>
            {data.total > data.flow.length && (
              <p className={styles.quiet}>{t('flowMore', { count: data.total - data.flow.length })}</p>
            )}
            {data.flow.length > 0 ? (
              <FlowList whole flow={data.flow} timeZone={data.order.station.timeZone} />
            ) : (
              <EmptyState inline title={t('noFlow')} />
            )}
          </Card>
        </>
      ) : (
        <Waiting of={found} final={lost}>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={6} />
        </Waiting>
      )}
    </Page>
  )
}
