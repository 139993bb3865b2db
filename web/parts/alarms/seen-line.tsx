import { BellOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { dayAndTime } from '../../kit/words/day-and-time.ts'
import type { Alarm } from './use-alarms.ts'
import styles from './alarms.module.css'

/** Who has seen it and until when it is quiet; nothing where nobody has. */
export function SeenLine({
  alarm: { acknowledged, station },
}: {
  alarm: Pick<Alarm, 'acknowledged' | 'station'>
}) {
  const t = useTranslations('alarms')
  const format = useFormat()
  if (acknowledged === null) return null
  return (
    <span className={styles.seen}>
      <BellOff size={13} aria-hidden />
      {t('seenBy', {
        name: acknowledged.by.name,
        until: dayAndTime(format, acknowledged.until, station.timeZone),
      })}
    </span>
  )
}
