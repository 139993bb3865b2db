import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { useAllowed } from '../accounts/allowed.tsx'
import { useData } from '../data/query.ts'
import { pathTo } from '../paths.ts'
import { useFormat } from '../phrases/use-format.ts'
import { Card } from '../ui/card.tsx'
import { Go } from '../ui/go.tsx'
import { Row, Rows } from '../ui/row.tsx'
import { LevelPill } from '../ui/status-pill.tsx'
import styles from './home.module.css'

/** Open alarms by level, worst first, where there are any. */
export function AlarmsCard() {
  const t = useTranslations('home')
  const format = useFormat()
  const sees = useAllowed('om:alarm:view')
  const { data } = useData('GET /api/alarms', { query: { status: 'open', limit: 1 } }, { enabled: sees })
  const open = (level: (typeof alarmLevels)[number]): number =>
    (data?.counts.unsolved[level] ?? 0) + (data?.counts.processing[level] ?? 0)
  const some = alarmLevels.filter((level) => open(level) > 0)
  if (!data || some.length === 0) return null
  return (
    <Card
      flush
      title={t('alarms')}
      action={
        <Go to={pathTo('om-page')} className={styles.all}>
          {t('all')}
          <ChevronRight size={16} aria-hidden />
        </Go>
      }
    >
      <Rows>
        {some.map((level) => (
          <Row
            key={level}
            label={<LevelPill level={level} />}
            value={format.number(open(level))}
            to={pathTo('om-page', { level })}
          />
        ))}
      </Rows>
    </Card>
  )
}
