import { ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'
import styles from './chips.module.css'

type ChipMenuProps<T extends string> = {
  /** Its name for screen readers. */
  label: string
  /** The first is what narrows nothing. */
  options: readonly { value: T; label: string; count?: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of many in the room of one: a chip that says what is chosen and opens the others, where a row has no room. */
export function ChipMenu<T extends string>({ label, options, value, onChange }: ChipMenuProps<T>) {
  const chosen = options.find((one) => one.value === value)
  return (
    <label
      className={classes(styles.chip, styles.menu, chosen !== options[0] && styles.chosen)}
      data-chip-menu
    >
      {chosen?.label}
      {chosen?.count !== undefined && <b className={styles.count}>{chosen.count}</b>}
      <ChevronDown size={16} aria-hidden />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const next = options.find((one) => one.value === event.target.value)
          if (next) onChange(next.value)
        }}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {[one.label, one.count].filter(Boolean).join(' ')}
          </option>
        ))}
      </select>
    </label>
  )
}
