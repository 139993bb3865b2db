import { Sprout } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Clauses } from './clauses.tsx'
import styles from './message.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** What to do next. */
  text?: string | undefined
  action?: ReactNode
  /** More to read below all of it. */
  children?: ReactNode
  /** Inside a card instead of alone on a page. */
  inline?: boolean
}

/** There is nothing, and what to do about it. */
export function EmptyState({ icon, title, text, action, inline = false, children }: EmptyStateProps) {
  return (
    <div className={classes(styles.message, inline && styles.inline)}>
      <div className={styles.icon}>{icon ?? <Sprout size={26} aria-hidden />}</div>
      <h2 className={styles.title}>{title}</h2>
      {text && <Clauses text={text} />}
      {action && <div className={styles.action}>{action}</div>}
      {children}
    </div>
  )
}
