import type { ReactNode } from 'react'
import { classes } from '../../kit/classes.ts'
import { statusTone, type Status } from './status-pill.tsx'
import styles from './note.module.css'

type NoteProps = {
  icon: ReactNode
  /** Whose colours it has. */
  tone: Status
  title?: string
  children: ReactNode
}

/** A few sentences that must be read, with an icon, in the colours of a state. */
export function Note({ icon, tone, title, children }: NoteProps) {
  return (
    <div className={classes(styles.note, statusTone(tone))}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
