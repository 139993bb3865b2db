import { useTranslations } from 'use-intl'
import { classes } from '../../../kit/classes.ts'
import type { StationDevice } from './adding-draft.ts'
import styles from './adding-board.module.css'
import type { Adding } from './use-adding.ts'

const shownAtMost = 60

/** The positions of the string that is being filled: what is saved, what is on the list, which is next. */
export function StringStrip({
  adding,
  devices,
  next,
}: {
  adding: Adding
  devices: readonly StationDevice[]
  next: number
}) {
  const t = useTranslations('addDevices')
  const { target, rows } = adding.draft
  const positionsOf = (list: readonly Pick<StationDevice, 'kind' | 'parentId' | 'stringNo' | 'position'>[]) =>
    new Set(
      list
        .filter(
          ({ kind, parentId, stringNo }) =>
            kind === target.kind && parentId === target.parentId && stringNo === target.stringNo,
        )
        .flatMap(({ position }) => (position === null ? [] : [position])),
    )
  const [saved, listed] = [positionsOf(devices), positionsOf(rows)]
  const all = Math.min(shownAtMost, Math.max(next, ...saved, ...listed))
  const from = Math.max(0, next - shownAtMost)
  return (
    <div
      className={styles.strip}
      role="img"
      aria-label={t('strip', { saved: String(saved.size), listed: String(listed.size), next: String(next) })}
    >
      {Array.from({ length: all }, (_, index) => from + index + 1).map((no) => (
        <i
          key={no}
          className={classes(
            listed.has(no) ? styles.stripListed : saved.has(no) && styles.stripSaved,
            no === next && styles.stripNext,
          )}
        >
          {no === next || no % 5 === 0 || no === 1 ? no : ''}
        </i>
      ))}
    </div>
  )
}
