import type { LucideIcon } from 'lucide-react'
import { classes } from '../../kit/classes.ts'
import styles from './fleet.module.css'

/** What a row is about, at its head: a mark in the colour of its state. The row says the same in words. */
export function Sign({ Icon, tone }: { Icon: LucideIcon; tone: string | undefined }) {
  return (
    <span className={classes(styles.sign, tone)} aria-hidden>
      <Icon size={16} strokeWidth={2.4} />
    </span>
  )
}
