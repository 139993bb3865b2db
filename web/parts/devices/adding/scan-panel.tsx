import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { Button } from '../../../kit/button.tsx'
import type { StationDevice } from './adding-draft.ts'
import { canBeSaved, freePosition } from './adding-list.ts'
import styles from './adding-board.module.css'
import { LastLine } from './last-line.tsx'
import type { Adding } from './use-adding.ts'

/** Under the camera: how many there are, where the next one goes, what came last. */
export function ScanPanel({
  adding,
  devices,
  onDone,
}: {
  adding: Adding
  devices: readonly StationDevice[]
  onDone: () => void
}) {
  const t = useTranslations('addDevices')
  const words = useKindWords()
  const { draft, states, known } = adding
  const next = freePosition(draft.target, draft.rows, known)
  const wrong = draft.rows.filter(({ id }) => !canBeSaved(states.get(id))).length
  return (
    <div className={styles.panel}>
      <div className={styles.panelHead}>
        <p className={styles.count}>
          <b>{draft.rows.length}</b>
          <span>{t('scanned')}</span>
        </p>
        <p className={styles.next}>
          {next === null ? (
            words.short(draft.target.kind)
          ) : (
            <>
              {t('nextIs')}
              <b>{t('place', { no: String(draft.target.stringNo), position: String(next) })}</b>
            </>
          )}
          {wrong > 0 && <span className={styles.rowProblem}>{t('toLookAt', { count: wrong })}</span>}
        </p>
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
      <LastLine adding={adding} devices={devices} />
    </div>
  )
}
