import { useFormat } from './words/use-format.ts'
import { classes } from './classes.ts'
import styles from './controls.module.css'

/** How far something is: a share from 0 to 1, or null while that is not known. */
export function Progress({ label, value }: { label: string; value: number | null }) {
  const format = useFormat()
  const now = value === null ? undefined : Math.round(value * 100)
  return (
    <div className={styles.progress}>
      <div className={styles.progressHead}>
        <span>{label}</span>
        {value !== null && <span>{format.text('share', value)}</span>}
      </div>
      <progress className="sr-only" aria-label={label} max={100} value={now} />
      <div className={styles.progressTrack} aria-hidden>
        <div
          className={classes(styles.progressBar, value === null && styles.endless)}
          style={now === undefined ? undefined : { inlineSize: `${now}%` }}
        />
      </div>
    </div>
  )
}
