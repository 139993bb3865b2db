import type { ReactNode } from 'react'
import type { AppPath } from './navigation/app-path.ts'
import { classes } from './classes.ts'
import { Go } from './navigation/go.tsx'
import styles from './card.module.css'

type CardProps = {
  title?: ReactNode
  /** At the end of the title's line: a link, a segmented control. */
  action?: ReactNode
  /** No inner padding: the card holds rows. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

export function Card({ title, action, flush = false, className, children }: CardProps) {
  return (
    <section className={classes(styles.card, flush ? styles.flush : styles.padded, className)}>
      {(title || action) && (
        <div className={styles.head}>
          {title && <h2 className={styles.title}>{title}</h2>}
          {action && <div className={styles.action}>{action}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

/** A card that is one link. */
export function CardLink({
  to,
  goesTo,
  className,
  children,
}: {
  to: AppPath
  /** What the page will be called. */
  goesTo?: string
  className?: string
  children: ReactNode
}) {
  return (
    <Go
      to={to}
      title={goesTo}
      data-row
      className={classes(styles.card, styles.padded, styles.press, className)}
    >
      {children}
    </Go>
  )
}
