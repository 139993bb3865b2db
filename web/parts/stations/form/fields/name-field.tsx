import { useTranslations } from 'use-intl'
import { STATION_NAME_MAX } from '#domain/stations/limits.ts'
import { classes } from '../../../../kit/classes.ts'
import { TextField } from '../../../../kit/text-field.tsx'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'

/** By code point, as the rule counts. */
const nameLength = (name: string): number => Array.from(name.normalize('NFC').trim()).length

/** The station's name with a counter of its characters. */
export function NameField() {
  const t = useTranslations('editing')
  const { value, set, onBlur, error } = useStationField('name')
  const count = nameLength(value)
  return (
    <TextField
      label={t('name')}
      {...(!error && { help: t('nameHelp') })}
      placeholder={t('namePlaceholder', { max: String(STATION_NAME_MAX) })}
      error={error}
      name="name"
      autoComplete="off"
      enterKeyHint="next"
      value={value}
      onChange={(event) => set(event.target.value)}
      onBlur={onBlur}
      end={
        <span
          className={classes(styles.counter, count > STATION_NAME_MAX && styles.over)}
          aria-label={t('nameCount', { count: String(count), max: String(STATION_NAME_MAX) })}
        >
          {count}/{STATION_NAME_MAX}
        </span>
      }
    />
  )
}
