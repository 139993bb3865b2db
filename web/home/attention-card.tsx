import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../paths.ts'
import { useFormat } from '../phrases/use-format.ts'
import { Card } from '../ui/card.tsx'
import { Go } from '../ui/go.tsx'
import { useNow } from '../ui/now.ts'
import { Row, Rows } from '../ui/row.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import type { Home } from './home-page.tsx'
import styles from './home.module.css'

type Station = Home['attention'][number]
const shownAtMost = 4

/** Stations that need a look, worst first, each with the reason. */
export function AttentionCard({ stations, total }: { stations: readonly Station[]; total: number }) {
  const t = useTranslations('home')
  const reason = useReason()
  const more = total - Math.min(stations.length, shownAtMost)
  return (
    <Card
      flush
      title={t('attention')}
      action={
        <Go to={pathTo('om-page')} className={styles.all}>
          {t('attentionAll')}
          <ChevronRight size={16} aria-hidden />
        </Go>
      }
    >
      <Rows>
        {stations.slice(0, shownAtMost).map((station) => (
          <Row
            key={station.id}
            to={pathTo('station-detail', { stationId: station.id })}
            label={
              <span className={styles.named}>
                <span className={styles.name}>{station.name}</span>
                <StatusPill status={station.condition} />
              </span>
            }
            hint={reason(station)}
          />
        ))}
        {more > 0 && (
          <Row label={t('moreToLook', { count: more })} to={pathTo('station-list', { sort: 'worst' })} />
        )}
      </Rows>
    </Card>
  )
}

const useReason = (): ((station: Station) => string) => {
  const t = useTranslations('home')
  const format = useFormat()
  const now = useNow()
  return ({ condition, attention: count, lastHeardAt }) => {
    if (lastHeardAt === null) return t('reasonNever')
    if (condition === 'offline') return t('reasonOffline', { age: format.age(lastHeardAt, now) })
    return t(condition === 'fault' ? 'reasonFault' : 'reasonSome', { count })
  }
}
