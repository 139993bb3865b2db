import { useTranslations } from 'use-intl'
import { NumberField } from '../../../../kit/number-field.tsx'
import { Segmented } from '../../../../kit/segmented.tsx'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'

/** Degrees without a sign, and the hemisphere beside them. */
export function CoordinateField({ of }: { of: 'latitude' | 'longitude' }) {
  const t = useTranslations('editing')
  const { value, set, onBlur, error } = useStationField(of)
  const positive = useStationField(of === 'latitude' ? 'north' : 'east')
  const sides = of === 'latitude' ? (['north', 'south'] as const) : (['east', 'west'] as const)
  return (
    <NumberField
      label={t(of)}
      name={of}
      value={value}
      onChange={set}
      onBlur={onBlur}
      error={error}
      placeholder={of === 'latitude' ? '0 – 90' : '0 – 180'}
      unit="°"
      end={
        <div className={styles.side}>
          <Segmented
            label={t(`${of}Side`)}
            options={sides.map((side) => ({ value: side, label: t(side) }))}
            value={positive.value ? sides[0] : sides[1]}
            onChange={(side) => positive.set(side === sides[0])}
          />
        </div>
      }
    />
  )
}
