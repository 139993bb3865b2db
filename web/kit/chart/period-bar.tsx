import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../words/use-format.ts'
import { DateSheet } from '../date-field.tsx'
import { IconButton } from '../page.tsx'
import { Segmented } from '../segmented.tsx'
import { firstDay, lastDayOf, periodKey, periods, stepPeriod, type Period } from './period.ts'
import styles from './period-bar.module.css'

type PeriodBarProps = {
  period: Period
  /** Key of the period shown, as `periodKey` makes it. */
  shown: string
  /** The present day of the place's zone. */
  today: string
  /** What has no energy has days alone. */
  daysOnly?: boolean
  /** `of` is undefined for the present, which moves on by itself. */
  onChange: (period: Period, of: string | undefined) => void
}

/** Day, month, year or lifetime; one back and forth; any by wheels. Never beyond today. */
export function PeriodBar(props: PeriodBarProps) {
  const { period, shown, today, daysOnly = false, onChange } = props
  const t = useTranslations('chart.period')
  return (
    <div className={styles.bar}>
      {!daysOnly && (
        <Segmented
          label={t('label')}
          value={period}
          options={periods.map((value) => ({ value, label: t(value) }))}
          onChange={(next) => {
            const key = periodKey(next, shown === '' ? undefined : shown, today)
            onChange(next, key === periodKey(next, undefined, today) ? undefined : key)
          }}
        />
      )}
      {period !== 'lifetime' && <Steps {...props} period={period} />}
    </div>
  )
}

function Steps({ period, shown, today, onChange }: PeriodBarProps & { period: Exclude<Period, 'lifetime'> }) {
  const t = useTranslations('chart.period')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const before = stepPeriod(period, shown, -1, today)
  const after = stepPeriod(period, shown, 1, today)
  const go = (key: string | null): void => {
    if (key !== null) onChange(period, key === periodKey(period, undefined, today) ? undefined : key)
  }
  const text = format.day(shown)
  const last = lastDayOf(shown)
  return (
    <div className={styles.steps}>
      <IconButton label={t('earlier')} disabled={before === null} onClick={() => go(before)}>
        <ChevronLeft size={22} aria-hidden />
      </IconButton>
      <button
        type="button"
        className={styles.shown}
        aria-haspopup="dialog"
        aria-label={t('choose', { shown: text })}
        onClick={() => setOpen(true)}
      >
        <output>{text}</output>
        <ChevronDown size={15} aria-hidden />
      </button>
      <IconButton label={t('later')} disabled={after === null} onClick={() => go(after)}>
        <ChevronRight size={22} aria-hidden />
      </IconButton>
      <DateSheet
        open={open}
        title={t(`pick.${period}`)}
        value={last > today ? today : last}
        min={firstDay}
        max={today}
        parts={period}
        present={{ day: today, label: t(`present.${period}`) }}
        onDone={(day) => go(periodKey(period, day, today))}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
