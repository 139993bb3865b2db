import { useTranslations } from 'use-intl'
import { serverNow } from '../../../../kit/time/clock.ts'
import { Button } from '../../../../kit/button.tsx'
import { DateField } from '../../../../kit/date-field.tsx'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'

const first = '1980-01-01'
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const fiveYearsMs = 5 * 365 * 86_400_000

/** The day of grid connection: past, or planned within five years; can be emptied again. */
export function GridDateField() {
  const t = useTranslations('editing')
  const ui = useTranslations('ui')
  const { value, set, error } = useStationField('gridConnectedOn')
  const today = dayOf(serverNow())
  return (
    <div className={styles.withClear}>
      <DateField
        label={t('gridConnectedOn')}
        optional
        error={error}
        value={value}
        onChange={set}
        min={first}
        max={dayOf(serverNow() + fiveYearsMs)}
        startAt={today}
      />
      {value !== null && (
        <div className={styles.clear}>
          <Button
            kind="plain"
            small
            aria-label={`${t('gridConnectedOn')}: ${ui('clear')}`}
            onClick={() => set(null)}
          >
            {ui('clear')}
          </Button>
        </div>
      )}
    </div>
  )
}
