import type { ReactNode } from 'react'
import styles from './columns.module.css'

/**
 * Cards in two columns where there is room, each read from top to bottom; where there is not, the second follows the
 * first as if neither were there.
 */
export function Columns({ children: [first, second] }: { children: readonly [ReactNode, ReactNode] }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{first}</div>
      <div className={styles.column}>{second}</div>
    </div>
  )
}
