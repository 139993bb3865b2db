import type { ReactNode } from 'react'
import { classes } from '../../../kit/classes.ts'
import styles from './round.module.css'

type RoundLook = {
  icon: ReactNode
  label: string
  /** What it is called, where that is more than its label. */
  name?: string
  /** It is so already. */
  done?: boolean
}

const inner = ({ icon, label, done = false }: RoundLook): ReactNode => (
  <>
    <span className={classes(styles.disc, done && styles.done)}>{icon}</span>
    <span>{label}</span>
  </>
)

/** A round button with its word below: what is done standing, with one thumb. */
export function RoundButton({ busy, onPress, ...look }: RoundLook & { busy?: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={look.name}
      aria-busy={busy}
      disabled={busy}
      onClick={onPress}
    >
      {inner(look)}
    </button>
  )
}

/** The same that another app of the phone opens: a number, a place. */
export function RoundLink({ href, ...look }: RoundLook & { href: string }) {
  return (
    <a className={styles.round} href={href} aria-label={look.name}>
      {inner(look)}
    </a>
  )
}
