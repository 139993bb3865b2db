import { classes } from '../../kit/classes.ts'
import styles from './string-badge.module.css'

const colours = 6
/** A string's colour; always beside its number, never alone. */
export const stringColour = (no: number): string | undefined => styles[`colour${((no - 1) % colours) + 1}`]

/** The number of a string in its colour. Its words stand beside it. */
export function StringBadge({ no, small = false }: { no: number; small?: boolean }) {
  return (
    <span className={classes(styles.badge, small && styles.small, stringColour(no))} aria-hidden>
      {no}
    </span>
  )
}
