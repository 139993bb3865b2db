import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { statusTone } from '../states/status-pill.tsx'
import { isOpen, taskTone } from './status-pills.tsx'
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
  /** Of how many devices; an end at which some of them failed is no hundred percent. */
  nodes?: Pick<Task['nodes'], 'updated' | 'failed' | 'total'>
}

/** How far a task or a level of it is, in the colour of its status; at its end, what came to something and what did not. */
export function Bar({ label, percent, status, bare = false, nodes }: BarProps) {
  const format = useFormat()
  const fell = !isOpen(status) && nodes !== undefined && nodes.failed > 0 ? nodes : null
  const share = (count: number): string => `${fell && fell.total > 0 ? (100 * count) / fell.total : 0}%`
  const now = Math.floor(fell && fell.total > 0 ? (100 * fell.updated) / fell.total : percent)
  return (
    <div className={styles.bar}>
      <progress className="sr-only" aria-label={label} max={100} value={now} />
      {fell ? (
        <div className={styles.track} aria-hidden>
          <div className={statusTone('producing')} style={{ inlineSize: share(fell.updated) }} />
          <div
            className={classes(styles.fell, statusTone('fault'))}
            style={{ inlineSize: share(fell.failed) }}
          />
        </div>
      ) : (
        <div className={classes(styles.track, taskTone(status))} aria-hidden>
          <div style={{ inlineSize: `${now}%` }} />
        </div>
      )}
      {!bare && !fell && <span className={styles.percent}>{format.text('share', now / 100)}</span>}
    </div>
  )
}
