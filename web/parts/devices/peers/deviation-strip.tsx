import type { CSSProperties } from 'react'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { placeOf, reachOf } from './deviation.ts'
import styles from './peers.module.css'

type DeviationStripProps = {
  /** For those who do not see it. */
  label: string
  /** Deviations from the median, -0.12 is 12 % below. */
  others: readonly number[]
  own: number
  ownLabel: string
  medianLabel: string
}

/** A dot for each peer by its deviation from the median; the own one is filled and named. */
export function DeviationStrip({ label, others, own, ownLabel, medianLabel }: DeviationStripProps) {
  const format = useFormat()
  const reach = reachOf([...others, own])
  const at = (share: number) => ({ '--at': placeOf(share, reach) }) as CSSProperties
  const end = format.text('share', reach)
  return (
    <figure className={styles.strip}>
      <figcaption className="sr-only">{label}</figcaption>
      <div className={styles.track} aria-hidden>
        <i className={styles.median} style={at(0)} />
        {others.map((share, no) => (
          // oxlint-disable-next-line react/no-array-index-key -- dots have no name of their own, and never move one by one
          <i key={no} className={styles.dot} style={at(share)} />
        ))}
        <i className={classes(styles.dot, styles.own)} style={at(own)} />
        <b className={styles.ownName} style={at(own)}>
          {ownLabel}
        </b>
      </div>
      <div className={styles.scale} aria-hidden>
        <span>-{end}</span>
        <span>{medianLabel}</span>
        <span>+{end}</span>
      </div>
    </figure>
  )
}
