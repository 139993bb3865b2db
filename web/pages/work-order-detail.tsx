import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { refresh } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { OnSite } from '../parts/stations/presence/on-site.tsx'
import { Card } from '../kit/card.tsx'
import { Columns } from '../kit/columns.tsx'
import { Go } from '../kit/navigation/go.tsx'
import { lazySheet } from '../app/failure/lazy-sheet.tsx'
import { Waiting } from '../app/failure/waiting.tsx'
import { IconButton, Page } from '../kit/page.tsx'
import { usePaperTitle } from '../kit/paper.ts'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { hasMain, MainActions, OtherActions, useActions } from '../parts/work-orders/actions/action-bar.tsx'
import { ChecklistCard } from '../parts/work-orders/checklist-card.tsx'
import { ContentCard } from '../parts/work-orders/content-card.tsx'
import { CommentsCard } from '../parts/work-orders/comments/comments-card.tsx'
import { EvidenceCard } from '../parts/work-orders/evidence-card.tsx'
import { FactsCard } from '../parts/work-orders/facts-card.tsx'
import { ReportCard } from '../parts/work-orders/files-card.tsx'
import { FlowList } from '../parts/work-orders/flow-list.tsx'
import { PaperCode } from '../parts/work-orders/paper-code.tsx'
import { OrderHead } from '../parts/work-orders/order-head.tsx'
import { onlyAlarm } from '../parts/work-orders/where-of.ts'
import { QueuedCard } from '../parts/work-orders/queued/queued-card.tsx'
import { useAsQueued, useOrder, type Order } from '../parts/work-orders/use-orders.ts'
import { VerificationCard } from '../parts/work-orders/verification-card.tsx'
import styles from '../parts/work-orders/order.module.css'
import { HelpButton } from '../parts/help/help-button.tsx'

const EditSheet = lazySheet(async () => (await import('../parts/work-orders/edit-sheet.tsx')).EditSheet)

const readAgain = (): Promise<unknown> =>
  refresh('GET /api/orders/{orderId}', 'GET /api/orders/{orderId}/verification')

export function WorkOrderDetailPage() {
  const { orderId } = usePageSearch('work-order-detail')
  const t = useTranslations('order')
  const found = useOrder(orderId)
  const lost = found.error?.status === 404 || found.error?.status === 403
  if (found.data && !lost) return <Detail key={orderId} stored={found.data.order} />
  return (
    <Page title={t('title')} back={pathTo('om-page', { tab: 'orders' })} spread onRefresh={found.refetch}>
      <Waiting of={found} final={lost}>
        <SkeletonCard />
        <SkeletonCard kind="rows" rows={4} />
        <SkeletonCard kind="rows" rows={5} />
      </Waiting>
    </Page>
  )
}

/** The newest of the flow; all of it stands on a page of its own. */
const shownRecords = 2

/** Everything of one order, and the actions that are open to whoever looks. */
function Detail({ stored }: { stored: Order }) {
  const t = useTranslations('order')
  const { after: order, waiting, said } = useAsQueued(stored)
  const actions = useActions(order)
  const [editing, setEditing] = useState(false)
  usePaperTitle(`${order.no} · ${order.station.name}`)
  const main = <MainActions actions={order.actions} onPress={actions.press} {...actions} />
  return (
    <Page
      title={t('title')}
      back={pathTo('om-page', { tab: 'orders' })}
      spread
      onRefresh={readAgain}
      {...(hasMain(order.actions) && { footer: main })}
      actions={
        <>
          {order.editable && (
            <IconButton label={t('edit')} onClick={() => setEditing(true)}>
              <Pencil size={20} aria-hidden />
            </IconButton>
          )}
          <HelpButton of="orders" />
        </>
      }
    >
      <PaperCode orderId={order.id} no={order.no} />
      <Columns>
        <>
          <OrderHead order={order} />
          <QueuedCard acts={waiting} />
          {/* Of one alarm the head says all. */}
          {!onlyAlarm(order) && <ContentCard order={order} />}
          <ReportCard order={order} />
          {/* What the report's own sheet has changed is read anew when it closes. */}
          <ChecklistCard key={actions.asks ? 'asks' : 'ticks'} order={order} />
          <EvidenceCard order={order} />
        </>
        <>
          {order.actualEndAt === null && (
            <OnSite stationId={order.station.id} timeZone={order.station.timeZone} quiet />
          )}
          <CommentsCard order={order} waiting={said} />
          <VerificationCard order={order} />
          <Card
            title={t('flowTitle')}
            action={
              <Go className={styles.headAct} to={pathTo('work-order-flow', { orderId: order.id })}>
                {t('allFlow')}
              </Go>
            }
          >
            <div className={styles.stack}>
              <FlowList
                flow={order.flow.filter(({ note }) => note !== 'comment').slice(-shownRecords)}
                timeZone={order.station.timeZone}
                report={order.report?.text}
              />
            </div>
          </Card>
          <FactsCard order={order} />
          <OtherActions actions={order.actions} onPress={actions.press} />
        </>
      </Columns>
      {actions.shown}
      {editing && <EditSheet order={order} onClose={() => setEditing(false)} />}
    </Page>
  )
}
