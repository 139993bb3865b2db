import { useId, type ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import styles from './chips.module.css'

type ChipsProps<T extends string> = {
  label: string
  options: readonly { value: T; label: string; icon?: ReactNode; count?: string; tone?: string }[]
  value: T
  onChange: (value: T) => void
  /** Over several lines instead of one that scrolls sideways. */
  wrap?: boolean
}

/** One of several, each with its count; radio buttons underneath. */
export function Chips<T extends string>({ label, options, value, onChange, wrap = false }: ChipsProps<T>) {
  const name = useId()
  return (
    <div className={classes(styles.chips, wrap && styles.wrap)} role="radiogroup" aria-label={label}>
      {options.map((one) => (
        <label
          key={one.value}
          className={classes(styles.chip, one.tone, one.value === value && styles.chosen)}
        >
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          {one.icon}
          {one.label}
          {one.count !== undefined && <b className={styles.count}>{one.count}</b>}
        </label>
      ))}
    </div>
  )
}
