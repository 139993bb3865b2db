import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { StatusPill } from '../states/status-pill.tsx'
import type { Home } from './home-data.ts'
import styles from './home.module.css'

type Station = Home['attention'][number]
const shownAtMost = 4

type AttentionProps = { stations: readonly Station[]; total: number; neverHeard: Home['neverHeard'] }

/** Stations that need a look, worst first, each with the reason; then the devices that were never heard, by name. */
export function AttentionCard({ stations, total, neverHeard }: AttentionProps) {
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
        {neverHeard.total > 0 && (
          <Row
            to={pathTo('om-page')}
            label={t('never', { count: neverHeard.total })}
            hint={t('neverNamed', {
              names: neverHeard.devices
                .map(({ name, sn, stationName }) =>
                  t('neverAt', { device: name || sn, station: stationName }),
                )
                .join(t('comma')),
              more: neverHeard.total - neverHeard.devices.length,
            })}
          />
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
