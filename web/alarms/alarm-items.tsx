import { useTranslations } from 'use-intl'
import { useFormat } from '../phrases/use-format.ts'
import { Card } from '../ui/card.tsx'
import { itemEnd } from './item-end.ts'
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
  const ended = (item: Detail['items'][number]): string => {
    const end = itemEnd(alarm, item)
    if (end === null) return t('goesOn')
    return 'at' in end ? t('ended', { at: format.instant(end.at, timeZone) }) : t(`closedAs.${end.closeType}`)
  }
  if (alarm.items.length === 0) return null
  return (
    <Card title={t('content')}>
      <ul className={styles.items}>
        {alarm.items.map((item) => (
          <li key={item.instance}>
            <p className={styles.itemHead}>
              {t('instance', { instance: item.instance })}
              <span>{ended(item)}</span>
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
