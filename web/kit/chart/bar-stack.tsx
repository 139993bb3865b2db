import type { CSSProperties } from 'react'
import styles from './chart.module.css'

/** `tone`: its colour among those of charts. */
export type BarPart = { label: string; tone: 1 | 2 | 3 | 4 | 5 | 6 }

type Shape = { x: number; y: number; width: number; height: number; rx: number }

/** A bar of parts on each other, the first at its foot; what they leave is in the colour of the whole. */
export function BarStack({
  shape,
  value,
  parts,
}: {
  shape: Shape
  value: number
  parts: readonly (BarPart & { value: number })[]
}) {
  const { x, y, width, height, rx } = shape
  const share = (of: number): number => (value > 0 ? Math.min(1, Math.max(0, of) / value) : 0)
  const below = (no: number): number =>
    Math.min(
      1,
      parts.slice(0, no).reduce((sum, part) => sum + share(part.value), 0),
    )
  return (
    <g style={{ clipPath: `inset(0 round ${rx}px)` }}>
      <rect className={styles.bar} {...shape} rx={0} />
      {parts.map((part, no) => (
        <rect
          key={part.label}
          className={styles.bar}
          style={{ '--tone': `var(--chart-${part.tone})` } as CSSProperties}
          x={x}
          y={y + height * (1 - below(no + 1))}
          width={width}
          height={height * (below(no + 1) - below(no))}
        />
      ))}
    </g>
  )
}
