import type { ReactNode } from 'react'
import { classes } from '../../../kit/classes.ts'
import { dialled } from './phone-address.ts'
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

/** The same that calls. */
export function RoundCall({ phone, ...look }: RoundLook & { phone: string }) {
  return (
    <a className={styles.round} href={`tel:${dialled(phone)}`} aria-label={look.name}>
      {inner(look)}
    </a>
  )
}

/** The same that opens a map of the phone: `at` is what a `geo:` address says. */
export function RoundPlace({ at, ...look }: RoundLook & { at: string }) {
  return (
    <a className={styles.round} href={`geo:${at}`} aria-label={look.name}>
      {inner(look)}
    </a>
  )
}

/** Where one of them is coming. */
export function RoundWaiting() {
  return (
    <span className={styles.round} aria-hidden data-bone>
      <span className={classes(styles.disc, styles.waiting)} />
    </span>
  )
}
