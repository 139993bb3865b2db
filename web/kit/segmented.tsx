import { useId } from 'react'
import { classes } from './classes.ts'
import styles from './segmented.module.css'

type SegmentedProps<T extends string> = {
  /** Its name for screen readers. */
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** A word of Chinese, which breaks nowhere. */
const SHORT = 4

/** One of two to five, side by side. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const name = useId()
  return (
    <div className={styles.segmented} role="radiogroup" aria-label={label}>
      {options.map((one) => (
        <label
          key={one.value}
          className={classes(one.value === value && styles.chosen, one.label.length <= SHORT && styles.short)}
        >
          <input
            type="radio"
            name={name}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          {one.label}
        </label>
      ))}
    </div>
  )
}
