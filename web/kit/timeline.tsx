import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './timeline.module.css'

type TimelineItemProps = {
  icon: ReactNode
  /** A class that gives `--ink` and `--soft`. */
  tone?: string | undefined
  title: ReactNode
  /** Beside the title: when it was. */
  at?: ReactNode
  /** How long it took until the next one; stands on the line between the two. */
  until?: ReactNode
  children?: ReactNode
}

/** What happened, one under the other, joined by a line. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {children}
    </ol>
  )
}

export function TimelineItem({ icon, tone, title, at, until, children }: TimelineItemProps) {
  return (
    <li className={styles.item}>
      <span className={classes(styles.mark, tone)}>{icon}</span>
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {at && <p className={styles.at}>{at}</p>}
        {children}
        {until && <p className={styles.until}>{until}</p>}
      </div>
    </li>
  )
}
