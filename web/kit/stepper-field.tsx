import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from './classes.ts'
import { FieldError, type FieldLook } from './field.tsx'
import field from './field.module.css'
import styles from './controls.module.css'

type StepperFieldProps = FieldLook & {
  value: number
  min: number
  max: number
  step?: number
  onChange: (value: number) => void
}

/** A small whole number by plus and minus. */
export function StepperField({ label, help, error, value, min, max, step = 1, onChange }: StepperFieldProps) {
  const t = useTranslations('ui')
  const id = useId()
  const under = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const to = (next: number): void => onChange(Math.min(max, Math.max(min, next)))
  return (
    <div className={classes(field.field, error && field.wrong)}>
      <fieldset className={field.inline} aria-labelledby={id} aria-describedby={under || undefined}>
        <div className={field.inlineMain}>
          <span id={id} className={field.inlineLabel}>
            {label}
          </span>
          {help && (
            <span className={field.help} id={`${id}-help`}>
              {help}
            </span>
          )}
        </div>
        <div className={styles.stepper}>
          <button
            type="button"
            aria-label={t('decrease')}
            disabled={value <= min}
            onClick={() => to(value - step)}
          >
            <Minus size={18} aria-hidden />
          </button>
          <output aria-live="polite">{value}</output>
          <button
            type="button"
            aria-label={t('increase')}
            disabled={value >= max}
            onClick={() => to(value + step)}
          >
            <Plus size={18} aria-hidden />
          </button>
        </div>
      </fieldset>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
