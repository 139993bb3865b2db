import type { InputHTMLAttributes, ReactNode } from 'react'
import { NumberField } from '../../../../kit/number-field.tsx'
import { AreaField, TextField } from '../../../../kit/text-field.tsx'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'

type Look = { label: string; help?: ReactNode; optional?: boolean }
type TextName = 'ownerName' | 'address' | 'phone'
type NumberName = 'capacity' | 'tiltDeg' | 'azimuthDeg' | 'tariff.perKwh' | 'co2.kgPerKwh'

/** A line of text of the station. */
export function StationText({
  name,
  end,
  ...rest
}: Look & { name: TextName; end?: ReactNode } & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>) {
  const { value, set, onBlur, error } = useStationField(name)
  return (
    <TextField
      enterKeyHint="next"
      autoComplete="off"
      {...rest}
      name={name}
      value={value}
      onChange={(event) => set(event.target.value)}
      onBlur={onBlur}
      error={error}
      end={end}
    />
  )
}

/** Where a figure comes from; often longer than a line. */
export function StationSource({ name, ...rest }: Look & { name: 'tariff.source' | 'co2.source' }) {
  const { value, set, onBlur, error } = useStationField(name)
  return (
    <AreaField
      {...rest}
      rows={2}
      className={styles.source}
      name={name}
      value={value ?? ''}
      onChange={(event) => set(event.target.value.replaceAll('\n', ' '))}
      onBlur={onBlur}
      error={error}
    />
  )
}

/** A number of the station, in the unit that stands beside it. */
export function StationNumber({
  name,
  ...rest
}: Look & { name: NumberName; unit?: string; end?: ReactNode; placeholder?: string }) {
  const { value, set, onBlur, error } = useStationField(name)
  return <NumberField {...rest} name={name} value={value} onChange={set} onBlur={onBlur} error={error} />
}
