import { useState, type ReactNode, type Ref } from 'react'
import { Field, type FieldLook } from './field.tsx'
import styles from './field.module.css'

/** What a person typed as a number: null when empty, NaN when it is none. A comma counts as the decimal point. */
export const numberFromText = (typed: string): number | null => {
  const plain = typed.normalize('NFKC').trim().replace(',', '.')
  if (plain === '') return null
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

type NumberFieldProps = FieldLook & {
  value: number | null | undefined
  /** null when emptied, NaN when what stands there is no number. */
  onChange: (value: number | null) => void
  onBlur?: () => void
  unit?: string
  /** At the end of the line, after the unit. */
  end?: ReactNode
  /** False: the keyboard without a decimal point. */
  decimals?: boolean
  placeholder?: string
  name?: string
  ref?: Ref<HTMLInputElement>
}

const written = (value: number | null | undefined): string =>
  value === null || value === undefined || Number.isNaN(value) ? '' : String(value)

/** A number typed by hand: the keyboard of numbers, no arrows, no wheel. */
export function NumberField({
  label,
  help,
  error,
  optional,
  value,
  onChange,
  onBlur,
  unit,
  end,
  decimals = true,
  ...rest
}: NumberFieldProps) {
  const [typed, setTyped] = useState(written(value))
  const same = Object.is(numberFromText(typed), value ?? null)
  const shown = same || Number.isNaN(value) ? typed : written(value)
  return (
    <Field label={label} help={help} error={error} optional={optional ?? false}>
      {(ids) => (
        <>
          <input
            {...rest}
            {...ids}
            className={styles.input}
            type="text"
            inputMode={decimals ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={shown}
            onBlur={onBlur}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange(numberFromText(event.target.value))
            }}
          />
          {unit && (
            <span className={styles.unit} aria-hidden>
              {unit}
            </span>
          )}
          {end}
        </>
      )}
    </Field>
  )
}
