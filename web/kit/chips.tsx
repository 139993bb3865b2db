import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { showInRow } from './row-scroll.ts'
import styles from './chips.module.css'

export type ChipsProps<T extends string> = {
  /** Its name for screen readers. */
  label: string
  /** `tone` is a class that sets the colour of the icon. */
  options: readonly { value: T; label: string; icon?: ReactNode; count?: string; tone?: string }[]
  value: T
  onChange: (value: T) => void
  /** Over several lines instead of one that scrolls sideways. */
  wrap?: boolean
}

/** One of many, in a row that scrolls sideways. For two to five that always fit, `Segmented`. */
export function Chips<T extends string>({ label, options, value, onChange, wrap = false }: ChipsProps<T>) {
  const name = useId()
  const row = useRef<HTMLDivElement>(null)
  const chosenAt = options.findIndex((one) => one.value === value)
  const widths = options.map(({ label, count = '' }) => `${label} ${count}`).join()
  useEffect(() => {
    showInRow(row.current, row.current?.querySelectorAll('label')[chosenAt])
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- counts come after the words and make chips wider
  }, [chosenAt, widths])
  return (
    <div
      ref={row}
      className={classes(styles.row, wrap && styles.wrap)}
      role="radiogroup"
      aria-label={label}
      data-chips
    >
      {options.map((one) => (
        <label
          key={one.value}
          className={classes(styles.chip, one.tone, one.value === value && styles.chosen)}
        >
          <input
            type="radio"
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
