import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from './words/use-format.ts'
import { ClockSheet } from './clock-field.tsx'
import { DateSheet } from './date-field.tsx'
import { Field, type FieldLook } from './field.tsx'
import { instantOf, wallTime } from './time/zone-instant.ts'
import field from './field.module.css'
import styles from './instant-field.module.css'

type InstantFieldProps = FieldLook & {
  /** Epoch milliseconds; null = not set. */
  value: number | null
  onChange: (ts: number | null) => void
  timeZone: string
  /** `YYYY-MM-DD`. */
  min: string
  max: string
  startAt: string
  /** `HH:MM` that a day begins with. */
  startClock: string
}

/** A day and a time by wheels, both of the place's wall. */
export function InstantField({
  value,
  onChange,
  timeZone,
  min,
  max,
  startAt,
  startClock,
  ...look
}: InstantFieldProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  const [open, setOpen] = useState<'day' | 'clock' | null>(null)
  const close = (): void => setOpen(null)
  const wall = value === null ? null : wallTime(value, timeZone)
  const set = (day: string, clock: string): void => onChange(instantOf({ day, clock }, timeZone))
  const text = wall ? format.day(wall.day, 'weekday') : t('select')
  return (
    <>
      <Field {...look}>
        {(ids) => (
          <span className={styles.line}>
            <button
              type="button"
              {...ids}
              aria-haspopup="dialog"
              aria-label={`${look.label}: ${text}`}
              className={styles.day}
              onClick={() => setOpen('day')}
            >
              <span className={wall ? undefined : field.empty}>{text}</span>
            </button>
            {wall && (
              <>
                <button
                  type="button"
                  aria-haspopup="dialog"
                  aria-label={`${look.label}, ${t('time')}: ${wall.clock}`}
                  className={styles.clock}
                  onClick={() => setOpen('clock')}
                >
                  {wall.clock}
                </button>
                <button
                  type="button"
                  className={field.side}
                  aria-label={`${t('clear')}: ${look.label}`}
                  onClick={() => onChange(null)}
                >
                  <X size={18} aria-hidden />
                </button>
              </>
            )}
          </span>
        )}
      </Field>
      <DateSheet
        open={open === 'day'}
        title={look.label}
        value={wall?.day ?? startAt}
        min={min}
        max={max}
        onDone={(day) => set(day, wall?.clock ?? startClock)}
        onClose={close}
      />
      {wall && (
        <ClockSheet
          open={open === 'clock'}
          title={look.label}
          value={wall.clock}
          onDone={(clock) => set(wall.day, clock)}
          onClose={close}
        />
      )}
    </>
  )
}
