import { useTranslations } from 'use-intl'
import { capacityUnits } from '#domain/stations/fields.ts'
import { Segmented } from '../../../../kit/segmented.tsx'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'
import { StationNumber } from './text.tsx'

const units = capacityUnits.map((unit) => ({ value: unit, label: unit }))

/** Installed capacity with its unit. */
export function CapacityField() {
  const t = useTranslations('editing')
  const unit = useStationField('capacityUnit')
  return (
    <StationNumber
      name="capacity"
      label={t('capacity')}
      help={t('capacityHelp')}
      placeholder="0.00"
      end={
        <div className={styles.units}>
          <Segmented label={t('capacityUnit')} options={units} value={unit.value} onChange={unit.set} />
        </div>
      }
    />
  )
}
