import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../accounts/allowed.tsx'
import { useData } from '../data/query.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../shell/page-search.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { SkeletonCard } from '../ui/skeleton.tsx'
import { AlarmFacts } from './alarm-facts.tsx'
import { AlarmHead } from './alarm-head.tsx'
import { AlarmItems } from './alarm-items.tsx'
import { AlarmRow } from './alarm-row.tsx'
import { AroundEvent } from './around-event.tsx'
import { ClearSheet } from './clear-sheet.tsx'
import { CostCard } from './cost-card.tsx'
import { Explanation } from './explanation.tsx'
import { MakeOrder, OrdersOfAlarm } from './order-part.tsx'
import { PlaceRow } from './place-row.tsx'
import styles from './alarms.module.css'
import { HelpButton } from '../service/help-button.tsx'

/** Everything about one alarm: what it is, what to do, what the readings say, what else the device raised. */
export function AlarmDetailPage() {
  const { alarmId } = usePageSearch('alarm-detail')
  const t = useTranslations('alarms')
  const found = useData('GET /api/alarms/{alarmId}', { params: { alarmId } })
  const [clearing, setClearing] = useState(false)
  const lost = found.error?.status === 404 || found.error?.status === 403
  const detail = lost ? undefined : found.data
  const again = detail?.alarm.status === 'closed'
  return (
    <Page
      title={t('detail')}
      back={pathTo('om-page')}
      onRefresh={found.refetch}
      actions={<HelpButton of="alarms" />}
      footer={
        detail && (
          <div className={styles.acts}>
            <Allowed permission="om:alarm:clear" at={detail.alarm.station.id}>
              <Button kind="soft" onClick={() => setClearing(true)}>
                {t(again ? 'clearAgain' : 'clear')}
              </Button>
            </Allowed>
            <MakeOrder alarm={detail.alarm} />
          </div>
        )
      }
    >
      {detail ? (
        <>
          <AlarmHead alarm={detail.alarm} />
          <OrdersOfAlarm alarm={detail.alarm} />
          <Allowed permission="device:device:view">
            <PlaceRow alarm={detail.alarm} />
          </Allowed>
          <Explanation alarm={detail.alarm} />
          <AroundEvent detail={detail} />
          <CostCard alarm={detail.alarm} />
          <AlarmItems alarm={detail.alarm} />
          <AlarmFacts alarm={detail.alarm} />
          {detail.related.length > 0 && (
            <Card flush title={t('related')}>
              <ul className={styles.list}>
                {detail.related.map((alarm) => (
                  <AlarmRow key={alarm.id} alarm={alarm} without="device" />
                ))}
              </ul>
            </Card>
          )}
          {clearing && (
            <ClearSheet
              ids={[alarmId]}
              closed={again ? 1 : 0}
              onClose={() => setClearing(false)}
              onCleared={() => setClearing(false)}
            />
          )}
        </>
      ) : found.error ? (
        <ErrorState error={found.error} {...(!lost && { onRetry: () => void found.refetch() })} />
      ) : (
        <>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={4} />
          <SkeletonCard kind="chart" />
        </>
      )}
    </Page>
  )
}
