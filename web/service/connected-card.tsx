import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../data/call.ts'
import type { useData } from '../data/query.ts'
import { pathTo } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Figure } from '../ui/figure.tsx'
import { Figures } from '../ui/figures.tsx'
import { Row, Rows } from '../ui/row.tsx'
import { SkeletonCard } from '../ui/skeleton.tsx'
import styles from './service.module.css'

type ConnectedCardProps = {
  home: ReturnType<typeof useData<'GET /api/home'>>
  attention: Answer<'GET /api/attention'> | undefined
}

/** How many stations are heard, and whether a device needs a look. */
export function ConnectedCard({ home, attention }: ConnectedCardProps) {
  const t = useTranslations('service')
  if (!home.data)
    return home.error ? (
      <Card title={t('connected')}>
        <ErrorState inline error={home.error} onRetry={() => void home.refetch()} />
      </Card>
    ) : (
      <SkeletonCard />
    )
  const { stations, conditions } = home.data
  return (
    <Card flush title={t('connected')}>
      <div className={styles.figures}>
        <Figures columns={4}>
          <Figure label={t('total')} measure="count" value={stations} />
          <Figure
            label={t('heard')}
            measure="count"
            value={stations - conditions.offline - conditions.unknown}
          />
          <Figure label={t('silent')} measure="count" value={conditions.offline} />
          <Figure label={t('never')} measure="count" value={conditions.unknown} />
        </Figures>
      </div>
      {attention && (
        <Rows>
          <Row
            icon={
              attention.total > 0 ? (
                <TriangleAlert size={20} className={styles.bad} aria-hidden />
              ) : (
                <CircleCheck size={20} className={styles.good} aria-hidden />
              )
            }
            label={attention.total > 0 ? t('look', { count: attention.total }) : t('lookNone')}
            to={pathTo('om-page')}
          />
        </Rows>
      )}
    </Card>
  )
}
