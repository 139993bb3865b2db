import { useTranslations } from 'use-intl'
import { Chips } from '../../kit/chips.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import styles from './alarms.module.css'

const hours = ['1', '4', '8', '24', '72', '168'] as const
export type Span = (typeof hours)[number]

/** When it is over. The server takes at most a week from when it hears of it. */
export const untilOf = (span: Span, now: number): number =>
  now + Number(span) * 3_600_000 - (span === '168' ? 60_000 : 0)

type QuietForProps = {
  span: Span
  until: number
  /** Of all of them; null where they go by several clocks. */
  timeZone: string | null
  onChange: (span: Span) => void
}

/** For how long an alarm is quiet, and when that is over. */
export function QuietFor({ span, until, timeZone, onChange }: QuietForProps) {
  const t = useTranslations('alarms')
  const format = useFormat()
  return (
    <>
      <div className={styles.spans}>
        <Chips
          wrap
          label={t('quietFor')}
          value={span}
          onChange={onChange}
          options={hours.map((value) => ({
            value,
            label: t(Number(value) < 24 ? 'quietHours' : 'quietDays', {
              count: Number(value) < 24 ? Number(value) : Number(value) / 24,
            }),
          }))}
        />
      </div>
      {timeZone !== null && (
        <p className={styles.quiet}>{t('quietUntil', { until: format.instant(until, timeZone) })}</p>
      )}
    </>
  )
}
