import type { ReactNode } from 'react'
import styles from './chart.module.css'

export type Slice = { key: string; label: string; value: number; color: string }

type DonutProps = {
  slices: readonly Slice[]
  /** In the middle: the sum and its word. */
  middle: ReactNode
  /** Diameter in px at the default text size; it grows with the text. */
  size?: number
  /** The legend beside it: words and numbers, so that it is never colour alone. */
  children: ReactNode
}

const radius = 42
const round = 2 * Math.PI * radius
const gap = 2.5

/** Shares of a whole as a ring. The colours are CSS values, usually of state tokens. */
export function Donut({ slices, middle, size = 116, children }: DonutProps) {
  const filled = slices.filter((slice) => slice.value > 0)
  const sum = filled.reduce((total, slice) => total + slice.value, 0)
  const before = (no: number): number => filled.slice(0, no).reduce((total, slice) => total + slice.value, 0)
  return (
    <div className={styles.donut}>
      <div className={styles.ring} style={{ inlineSize: `${size / 16}rem`, blockSize: `${size / 16}rem` }}>
        <svg viewBox="0 0 100 100" width="100%" height="100%" aria-hidden>
          {sum === 0 && (
            <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--fill)" strokeWidth="11" />
          )}
          {filled.map((slice, no) => {
            const length = (slice.value / sum) * round
            const from = (before(no) / sum) * round
            return (
              <circle
                key={slice.key}
                cx="50"
                cy="50"
                r={radius}
                fill="none"
                stroke={slice.color}
                strokeWidth="11"
                strokeDasharray={`${Math.max(1, length - (filled.length > 1 ? gap : 0))} ${round}`}
                strokeDashoffset={-from}
              />
            )
          })}
        </svg>
        <div className={styles.middle}>{middle}</div>
      </div>
      <div>{children}</div>
    </div>
  )
}
