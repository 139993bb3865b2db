import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from './words/use-format.ts'
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

/** A day by wheels and a time by the phone's own field, both of the place's wall. */
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
  const [open, setOpen] = useState(false)
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
              onClick={() => setOpen(true)}
            >
              <span className={wall ? undefined : field.empty}>{text}</span>
            </button>
            {wall && (
              <>
                <input
                  type="time"
                  className={styles.clock}
                  aria-label={`${look.label}, ${t('time')}`}
                  value={wall.clock}
                  onChange={(event) => {
                    if (event.target.value) set(wall.day, event.target.value)
                  }}
                />
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
        open={open}
        title={look.label}
        value={wall?.day ?? startAt}
        min={min}
        max={max}
        onDone={(day) => set(day, wall?.clock ?? startClock)}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
