import { CircleAlert, CircleCheck, Copy, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../kit/classes.ts'
import type { StationDevice } from './adding-draft.ts'
import styles from './adding-board.module.css'
import { useRowWords } from './row-words.ts'
import type { Adding } from './use-adding.ts'

/** So many that did not come onto the list are named; the rest are counted. */
const named = 3

/** What came last and what became of it, with the way back. */
export function LastLine({ adding, devices }: { adding: Adding; devices: readonly StationDevice[] }) {
  const t = useTranslations('addDevices')
  const { placeOf, takenWords } = useRowWords(adding, devices)
  const { last, draft } = adding
  const [first] = last?.taken ?? []
  const mine = new Set(
    last?.taken.flatMap(({ rowId, result }) => (result === 'taken' && rowId ? [rowId] : [])),
  )
  const many = (last?.taken.length ?? 0) > 1
  const left = (last?.taken ?? []).filter(({ result }) => result !== 'taken')
  // What stands below with its fault is counted here; what is not on the list is named.
  const elsewhere = left.filter(({ result }) => result !== 'wrong')
  const toCorrect = left.length - elsewhere.length
  const good = (last?.taken ?? []).filter(({ result }) => result === 'taken').length
  // Green says that all have come.
  const tone =
    good > 0
      ? left.length === 0
        ? 'good'
        : 'again'
      : first?.result === 'wrong' || first?.result === 'full'
        ? 'bad'
        : 'again'
  const Icon = { good: CircleCheck, again: Copy, bad: CircleAlert }[tone]
  const row = draft.rows.find(({ id }) => id === first?.rowId)
  return (
    <output className={classes(styles.last, last && styles[tone])}>
      {last && first && (
        <>
          <Icon key={last.no} size={22} aria-hidden className={styles.lastIcon} />
          <span className={styles.lastText}>
            <b>
              {many
                ? t('cameMany', { count: String(last.taken.length), good: String(good) })
                : first.sn.slice(0, 40)}
            </b>
            {many &&
              elsewhere.length <= named &&
              elsewhere.map((one, no) => (
                // A serial may stand there more than twice.
                <span key={`${one.sn} ${no}`}>
                  {t('cameNot', { sn: one.sn.slice(0, 40), why: takenWords(one) })}
                </span>
              ))}
            <span>
              {many
                ? left.length === 0
                  ? t('cameAll')
                  : elsewhere.length > named
                    ? t('cameLeft', { count: left.length })
                    : toCorrect > 0 && t('cameWrong', { count: toCorrect })
                : first.result === 'taken' && row
                  ? placeOf(row)
                  : takenWords(first)}
            </span>
          </span>
          {mine.size > 0 && (
            <button
              type="button"
              className={styles.undo}
              onClick={() => {
                for (const id of [...mine].reverse()) adding.remove(id)
              }}
            >
              <Undo2 size={18} aria-hidden />
              {t('undo')}
            </button>
          )}
        </>
      )}
    </output>
  )
}
