import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import type { Answer } from '../../app/data/call-types.ts'
import type { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { ErrorState } from '../../app/failure/error-state.tsx'
import { Figure } from '../../kit/figure.tsx'
import { useLostSince } from '../../kit/time/now.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { levelTone } from '../states/status-pill.tsx'
import styles from '../help/help.module.css'

type ConnectedCardProps = {
  home: ReturnType<typeof useData<'GET /api/home'>>
  troubles: ReturnType<typeof useData<'GET /api/troubles'>>
}

/** How many stations are heard, and whether a device needs a look. */
export function ConnectedCard({ home, troubles }: ConnectedCardProps) {
  const t = useTranslations('service')
  const lost = useLostSince() !== null
  if (!home.data && home.error)
    return (
      <Card title={t('connected')}>
        <ErrorState inline error={home.error} onRetry={() => void home.refetch()} />
      </Card>
    )
  const { stations, conditions } = home.data ?? {}
  const counts = [
    [t('total'), stations],
    [t('heard'), conditions && (stations ?? 0) - conditions.offline - conditions.unknown],
    [t('silent'), conditions?.offline],
    [t('never'), conditions?.unknown],
  ] as const
  return (
    <Card flush title={t('connected')}>
      <div className={styles.figures} aria-busy={!home.data}>
        {counts.map(([label, count]) =>
          count === undefined ? (
            <div key={label} className={styles.bones}>
              <Skeleton width="80%" />
              <Skeleton width="50%" />
            </div>
          ) : (
            <Figure key={label} label={label} measure="count" value={count} old={lost} />
          ),
        )}
      </div>
      <Rows>
        {troubles.error && !troubles.data ? (
          <Row
            icon={<CircleDashed size={20} className={styles.waiting} aria-hidden />}
            label={t('lookFailed')}
            hint={t('lookAgain')}
            onPress={() => void troubles.refetch()}
          />
        ) : (
          <Look troubles={troubles.data} />
        )}
      </Rows>
    </Card>
  )
}

/** As grave as the worst of what is wrong, as on home. */
const toneOf = ({ counts }: Answer<'GET /api/troubles'>): string | undefined => {
  const worst = alarmLevels.find((level) => counts[level] > 0)
  return counts.no_alarm > 0 || !worst ? styles.bad : classes(levelTone(worst), styles.level)
}

function Look({ troubles }: { troubles: Answer<'GET /api/troubles'> | undefined }) {
  const t = useTranslations('service')
  const total = troubles?.total
  const [Icon, tone] =
    total === undefined
      ? [CircleDashed, styles.waiting]
      : total > 0
        ? [TriangleAlert, troubles && toneOf(troubles)]
        : [CircleCheck, styles.good]
  return (
    <Row
      icon={<Icon size={20} className={tone} aria-hidden />}
      label={
        total === undefined ? (
          <Skeleton width="50%" />
        ) : total > 0 ? (
          t('look', { count: total, stations: troubles?.stations ?? 0 })
        ) : (
          t('lookNone')
        )
      }
      {...(total !== undefined && { to: pathTo('om-page') })}
    />
  )
}
