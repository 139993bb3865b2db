import type { CSSProperties, ReactNode } from 'react'
import styles from './figures.module.css'

/** Figures in columns of one width. */
export function Figures({ columns = 2, children }: { columns?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className={styles.grid} style={{ '--columns': columns } as CSSProperties}>
      {children}
    </div>
  )
}
