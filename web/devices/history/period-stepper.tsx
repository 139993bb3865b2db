import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DateSheet } from '../../ui/date-field.tsx'
import { IconButton } from '../../ui/page.tsx'
import { asDay, fromDay, stepKey, type Period } from './periods.ts'
import styles from './history.module.css'

type PeriodStepperProps = {
  period: Period
  /** `YYYY-MM-DD`, `YYYY-MM`, `YYYY` or empty. */
  at: string
  today: string
  /** The same in words. */
  when: string
  onChange: (key: string) => void
}

/** One day, month or year earlier or later, or any with wheels. */
export function PeriodStepper({ period, at, today, when, onChange }: PeriodStepperProps) {
  const t = useTranslations('device.history')
  const [open, setOpen] = useState(false)
  if (period === 'lifetime') return <p className={styles.whenAlone}>{when}</p>
  const before = stepKey(period, at, -1, today)
  const after = stepKey(period, at, 1, today)
  return (
    <div className={styles.stepper}>
      <IconButton
        label={t('before')}
        className={styles.step}
        disabled={before === null}
        onClick={() => before && onChange(before)}
      >
        <ChevronLeft size={22} aria-hidden />
      </IconButton>
      <button
        type="button"
        className={styles.when}
        aria-haspopup="dialog"
        aria-label={t('choose', { when })}
        onClick={() => setOpen(true)}
      >
        {when}
        <ChevronDown size={16} aria-hidden />
      </button>
      <IconButton
        label={t('after')}
        className={styles.step}
        disabled={after === null}
        onClick={() => after && onChange(after)}
      >
        <ChevronRight size={22} aria-hidden />
      </IconButton>
      <DateSheet
        open={open}
        title={t(period)}
        parts={period}
        value={asDay(at)}
        min="2000-01-01"
        max={today}
        onDone={(day) => onChange(fromDay(period, day))}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
