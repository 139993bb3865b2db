import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Alarm } from './use-alarms.ts'

type OverLineProps = {
  alarm: Pick<Alarm, 'clearedAt' | 'closesAt' | 'station'>
  className: string | undefined
}

/** Of an open alarm whose device says that it is over: since when, and when it closes. */
export function OverLine({ alarm: { clearedAt, closesAt, station }, className }: OverLineProps) {
  const t = useTranslations('alarms')
  const format = useFormat()
  if (clearedAt === null || closesAt === null) return null
  return (
    <span className={className}>
      {t('over', {
        at: format.instant(clearedAt, station.timeZone),
        closes: format.clock(closesAt, station.timeZone),
      })}
    </span>
  )
}
