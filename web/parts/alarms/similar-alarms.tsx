import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { Card } from '../../kit/card.tsx'
import { AlarmRow } from './alarm-row.tsx'
import type { AlarmDetail } from './use-alarms.ts'
import styles from './alarms.module.css'

const shown = 5

/** Open alarms of the same code on other devices: one cause may stand behind several. */
export function SimilarAlarms({ alarm }: { alarm: AlarmDetail['alarm'] }) {
  const t = useTranslations('alarms')
  const { data } = useData('GET /api/alarms', {
    query: { status: 'open', search: alarm.code, limit: shown * 2 },
  })
  const others = (data?.alarms ?? [])
    .filter(({ code, device }) => code === alarm.code && device.id !== alarm.device.id)
    .slice(0, shown)
  if (others.length === 0) return null
  return (
    <Card flush title={t('similar')}>
      <ul className={styles.list}>
        {others.map((one) => (
          <AlarmRow key={one.id} alarm={one} />
        ))}
      </ul>
    </Card>
  )
}
