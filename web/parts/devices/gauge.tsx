import { classes } from '../../kit/classes.ts'
import { statusTone, type Status } from '../states/status-pill.tsx'
import styles from './parts.module.css'

type GaugeProps = {
  label: string
  /** Share of 1; null when unknown. */
  share: number | null
  status: Status | null
  /** It shows what is no longer current. */
  stale: boolean
}

/** How much of what is possible: a slim bar. The words beside it say the same. */
export function Gauge({ label, share, status, stale }: GaugeProps) {
  const percent = share === null ? 0 : Math.min(100, Math.max(0, share * 100))
  return (
    <>
      {share !== null && <meter className="sr-only" aria-label={label} min={0} max={100} value={percent} />}
      <div className={classes(styles.gauge, statusTone(status), stale && styles.gaugeStale)} aria-hidden>
        <div
          className={classes(styles.gaugeBar, percent === 0 && styles.gaugeEmpty)}
          style={{ inlineSize: `${percent}%` }}
        />
      </div>
    </>
  )
}
