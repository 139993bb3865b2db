import { useTranslations } from 'use-intl'
import { useFormat } from '../phrases/use-format.ts'
import { Card } from '../ui/card.tsx'
import type { AlarmDetail } from './use-alarms.ts'
import styles from './alarms.module.css'

type Detail = AlarmDetail['alarm']

/** The instances it consists of, with the readings each was raised with, as the device named them. */
export function AlarmItems({ alarm }: { alarm: Detail }) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const { timeZone } = alarm.station
  const told = (readings: Detail['items'][number]['readings']): string =>
    Object.entries(readings)
      .map(([name, value]) => `${name} ${typeof value === 'number' ? format.number(value) : String(value)}`)
      .join(' · ')
  if (alarm.items.length === 0) return null
  return (
    <Card title={t('content')}>
      <ul className={styles.items}>
        {alarm.items.map((item) => (
          <li key={item.instance}>
            <p className={styles.itemHead}>
              {t('instance', { instance: item.instance })}
              <span>
                {item.clearedAt === null
                  ? t('goesOn')
                  : t('ended', { at: format.instant(item.clearedAt, timeZone) })}
              </span>
            </p>
            <p className={styles.quiet}>
              {format.instant(item.lastAt, timeZone)} · {t('times', { count: item.count })}
            </p>
            {Object.keys(item.readings).length > 0 && (
              <p className={styles.readings}>{told(item.readings)}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
