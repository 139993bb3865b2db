import { Fragment, type ReactNode } from 'react'
import styles from './dotted.module.css'

/**
 * What there is of several parts, with dots between them. It breaks between parts, and the dot of one that begins a line
 * is not seen. Where a text is wanted and no element, `inParts`.
 */
export function Dotted({ parts }: { parts: readonly ReactNode[] }) {
  const there = parts.filter((part) => part !== null && part !== undefined && part !== false && part !== '')
  return (
    <span className={styles.dotted}>
      {there.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place
        <Fragment key={at}>
          {at > 0 && <span className="sr-only"> · </span>}
          <span className={styles.part}>{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
