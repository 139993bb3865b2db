import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { taskTone } from './status-pills.tsx'
import type { Task } from './upgrade-queries.ts'
import styles from './upgrades.module.css'

type BarProps = {
  /** Its name for screen readers. */
  label: string
  /** 0 to 100. */
  percent: number
  status: Task['status']
  /** Without the number beside it, where that stands elsewhere. */
  bare?: boolean
}

/** How far a task or a level of it is, in the colour of its status. */
export function Bar({ label, percent, status, bare = false }: BarProps) {
  const format = useFormat()
  const now = Math.floor(percent)
  return (
    <div className={styles.bar}>
      <progress className="sr-only" aria-label={label} max={100} value={now} />
      <div className={classes(styles.track, taskTone(status))} aria-hidden>
        <div style={{ inlineSize: `${now}%` }} />
      </div>
      {!bare && <span className={styles.percent}>{format.text('share', now / 100)}</span>}
    </div>
  )
}
