import { useEffect, useId, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './chips.module.css'

type ChipsProps<T extends string> = {
  /** Its name for screen readers. */
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of many, in a row that scrolls sideways. For two to five that always fit, `Segmented`. */
export function Chips<T extends string>({ label, options, value, onChange }: ChipsProps<T>) {
  const name = useId()
  const row = useRef<HTMLDivElement>(null)
  const chosenAt = options.findIndex((one) => one.value === value)
  useEffect(() => {
    const box = row.current
    const chosen = box?.querySelectorAll('label')[chosenAt]
    if (!chosen || !box) return
    const [left, right] = [chosen.offsetLeft - 24, chosen.offsetLeft + chosen.offsetWidth + 24]
    if (left < box.scrollLeft) box.scrollTo({ left })
    else if (right > box.scrollLeft + box.clientWidth) box.scrollTo({ left: right - box.clientWidth })
  }, [chosenAt])
  return (
    <div ref={row} className={styles.row} role="radiogroup" aria-label={label}>
      {options.map((one) => (
        <label key={one.value} className={classes(styles.chip, one.value === value && styles.chosen)}>
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
