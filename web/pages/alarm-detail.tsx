import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../app/session/allowed.tsx'
import { useData } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { Columns } from '../kit/columns.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { AcknowledgeSheet } from '../parts/alarms/acknowledge-sheet.tsx'
import { AlarmFacts } from '../parts/alarms/alarm-facts.tsx'
import { AlarmHead } from '../parts/alarms/alarm-head.tsx'
import { AlarmItems } from '../parts/alarms/alarm-items.tsx'
import { AlarmRow } from '../parts/alarms/alarm-row.tsx'
import { AroundEvent } from '../parts/alarms/around-event.tsx'
import { ClearSheet } from '../parts/alarms/clear-sheet.tsx'
import { CostCard } from '../parts/alarms/cost-card.tsx'
import { Explanation } from '../parts/alarms/explanation.tsx'
import { MakeOrder, OrdersOfAlarm, useOrdersOfAlarm } from '../parts/work-orders/orders-of-alarm.tsx'
import { SeenCard } from '../parts/alarms/seen-card.tsx'
import { SimilarAlarms } from '../parts/alarms/similar-alarms.tsx'
import { useAlarmImpact } from '../parts/troubles/alarm-impact.tsx'
import { AssignAct } from '../parts/troubles/assign-act.tsx'
import { PlaceRow, usePlace } from '../parts/alarms/place-row.tsx'
import type { AlarmDetail } from '../parts/alarms/use-alarms.ts'
import styles from '../parts/alarms/alarms.module.css'
import { HelpButton } from '../parts/help/help-button.tsx'
import { Waiting } from '../app/failure/waiting.tsx'

/** Its orders and its place come at once with what follows them, which they would push down. */
function Whole({ detail }: { detail: AlarmDetail }) {
  const t = useTranslations('alarms')
  const { alarm, related } = detail
  const orders = useOrdersOfAlarm(alarm)
  const impact = useAlarmImpact(alarm)
  const place = usePlace(alarm)
  const waits = orders.isLoading || place.isLoading
  return (
    <Columns>
      <>
        <AlarmHead alarm={alarm} impact={impact} />
        <SeenCard alarm={alarm} />
        {waits ? (
          <SkeletonCard kind="rows" rows={4} />
        ) : (
          <>
            <OrdersOfAlarm alarm={alarm} />
            <Allowed permission="device:device:view">
              <PlaceRow alarm={alarm} />
            </Allowed>
            <Explanation alarm={alarm} />
          </>
        )}
      </>
      {waits ? (
        <SkeletonCard kind="chart" />
      ) : (
        <>
          <AroundEvent detail={detail} />
          <CostCard alarm={alarm} impact={impact} />
          <AlarmItems alarm={alarm} />
          <AlarmFacts alarm={alarm} />
          {related.length > 0 && (
            <Card flush title={t('related')}>
              <ul className={styles.list}>
                {related.map((one) => (
                  <AlarmRow key={one.id} alarm={one} without="device" />
                ))}
              </ul>
            </Card>
          )}
          <SimilarAlarms alarm={alarm} />
        </>
      )}
    </Columns>
  )
}

/** Everything about one alarm: what it is, what to do, what the readings say, what else the device raised. */
export function AlarmDetailPage() {
  const { alarmId } = usePageSearch('alarm-detail')
  const t = useTranslations('alarms')
  const found = useData('GET /api/alarms/{alarmId}', { params: { alarmId } })
  const [sheet, setSheet] = useState<'clear' | 'acknowledge' | null>(null)
  const lost = found.error?.status === 404 || found.error?.status === 403
  const detail = lost ? undefined : found.data
  const again = detail?.alarm.status === 'closed'
  return (
    <Page
      title={t('detail')}
      back={pathTo('om-page')}
      spread
      onRefresh={found.refetch}
      actions={<HelpButton of="alarms" />}
      footer={
        detail && (
          <div className={styles.acts}>
            <Allowed permission="om:alarm:clear" at={detail.alarm.station.id}>
              <Button kind="soft" onClick={() => setSheet('clear')}>
                {t(again ? 'clearAgain' : 'clear')}
              </Button>
            </Allowed>
            {!again && detail.alarm.acknowledged === null && (
              <Allowed permission="om:alarm:acknowledge" at={detail.alarm.station.id}>
                <Button kind="soft" data-key="a" onClick={() => setSheet('acknowledge')}>
                  {t('acknowledge')}
                </Button>
              </Allowed>
            )}
            <AssignAct alarm={detail.alarm} otherwise={<MakeOrder alarm={detail.alarm} />} />
          </div>
        )
      }
    >
      {detail ? (
        <>
          <Whole detail={detail} />
          {sheet === 'clear' && (
            <ClearSheet
              ids={[alarmId]}
              closed={again ? 1 : 0}
              onClose={() => setSheet(null)}
              onCleared={() => setSheet(null)}
            />
          )}
          {sheet === 'acknowledge' && (
            <AcknowledgeSheet
              ids={[alarmId]}
              timeZone={detail.alarm.station.timeZone}
              onClose={() => setSheet(null)}
              onDone={() => setSheet(null)}
            />
          )}
        </>
      ) : (
        <Waiting of={found} final={lost}>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={4} />
          <SkeletonCard kind="chart" />
        </Waiting>
      )}
    </Page>
  )
}
