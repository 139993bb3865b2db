import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { LevelPill } from '../states/status-pill.tsx'
import type { Home } from './home-data.ts'
import styles from './home.module.css'

/** Open alarms by level, worst first, where there are any. */
export function AlarmsCard({ open }: { open: Home['openAlarms'] }) {
  const t = useTranslations('home')
  const format = useFormat()
  const sees = useAllowed('om:alarm:view')
  const some = alarmLevels.filter((level) => open[level] > 0)
  if (!sees || some.length === 0) return null
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
            value={format.number(open[level])}
            to={pathTo('om-page', { level })}
          />
        ))}
      </Rows>
    </Card>
  )
}
