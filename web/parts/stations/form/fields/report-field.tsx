import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { REPORT_MAX, REPORT_MIN } from '#domain/stations/limits.ts'
import { classes } from '../../../../kit/classes.ts'
import { FieldError } from '../../../../kit/field.tsx'
import { numberFromText } from '../../../../kit/number-field.tsx'
import controls from '../../../../kit/controls.module.css'
import field from '../../../../kit/field.module.css'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'

const step = 5

/** The next multiple of five in a direction, within the limits. */
export const stepped = (value: number | null, by: 1 | -1): number => {
  const from = value === null || Number.isNaN(value) ? REPORT_MIN : value
  const next = by > 0 ? Math.floor(from / step + 1) * step : Math.ceil(from / step - 1) * step
  return Math.min(REPORT_MAX, Math.max(REPORT_MIN, next))
}

/** Minutes between two reports: by plus and minus in fives, or typed. */
export function ReportField() {
  const t = useTranslations('editing')
  const ui = useTranslations('ui')
  const id = useId()
  const { value, set, onBlur, error } = useStationField('reportMin')
  return (
    <div className={classes(field.field, error && field.wrong)}>
      <div className={field.inline}>
        <label className={field.inlineMain} htmlFor={id}>
          <span className={field.inlineLabel}>{t('reportMin')}</span>
          <span className={field.help} id={`${id}-help`}>
            {t('reportHelp', { min: String(REPORT_MIN), max: String(REPORT_MAX) })}
          </span>
        </label>
        <div className={classes(controls.stepper, styles.stepper)}>
          <button
            type="button"
            aria-label={`${t('reportMin')}: ${ui('decrease')}`}
            disabled={value !== null && value <= REPORT_MIN}
            onClick={() => set(stepped(value, -1))}
          >
            <Minus size={18} aria-hidden />
          </button>
          <input
            id={id}
            name="reportMin"
            inputMode="numeric"
            autoComplete="off"
            aria-describedby={`${id}-help ${id}-error`}
            aria-invalid={Boolean(error)}
            value={value === null || Number.isNaN(value) ? '' : String(value)}
            onChange={(event) => set(numberFromText(event.target.value))}
            onBlur={onBlur}
          />
          <button
            type="button"
            aria-label={`${t('reportMin')}: ${ui('increase')}`}
            disabled={value !== null && value >= REPORT_MAX}
            onClick={() => set(stepped(value, 1))}
          >
            <Plus size={18} aria-hidden />
          </button>
        </div>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
