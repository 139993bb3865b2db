import { CircleAlert, CircleCheck, CloudOff, LoaderCircle, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Dotted } from '../../../kit/dotted.tsx'
import { Card } from '../../../kit/card.tsx'
import { classes } from '../../../kit/classes.ts'
import type { AddingRow } from './adding-draft.ts'
import { canBeSaved, type RowState } from './adding-list.ts'
import styles from './adding-board.module.css'
import { useRowWords } from './row-words.ts'
import type { Adding } from './use-adding.ts'
import { Windowed } from '../../../kit/windowed.tsx'

/** The list, newest first; what has to be looked at comes before all. */
export function RowsCard({ adding, onEdit }: { adding: Adding; onEdit: (rowId: string) => void }) {
  const t = useTranslations('addDevices')
  const { draft, states, known, offline, last } = adding
  const toCorrect = useRef<HTMLUListElement>(null)
  // Of a list that came, what has to be corrected stands clear of the button that saves the rest.
  const cameWrong =
    last !== null && last.taken.length > 1 && last.taken.some(({ result }) => result === 'wrong')
  const cameNo = cameWrong ? last.no : null
  useEffect(() => {
    if (cameNo !== null) toCorrect.current?.firstElementChild?.scrollIntoView({ block: 'center' })
  }, [cameNo])
  const words = useRowWords(adding, [...known.byKey.values()])
  if (draft.rows.length === 0)
    return (
      <div className={styles.empty}>
        <p>{t('empty')}</p>
        <p>{t('emptyKept')}</p>
      </div>
    )
  const newest = draft.rows.toReversed()
  const wrong = newest.filter(({ id }) => !canBeSaved(states.get(id)))
  const good = newest.filter(({ id }) => canBeSaved(states.get(id)))
  const line = (row: AddingRow) => (
    <Line
      key={row.id}
      row={row}
      state={states.get(row.id) ?? 'unchecked'}
      offline={offline}
      place={words.placeOf(row)}
      problem={words.stateWords(row, states.get(row.id) ?? 'unchecked')}
      onEdit={() => onEdit(row.id)}
      onRemove={() => adding.remove(row.id)}
    />
  )
  return (
    <>
      {wrong.length > 0 && (
        <Card flush title={t('wrongTitle', { count: wrong.length })}>
          <ul ref={toCorrect} className={styles.list}>
            <Windowed items={wrong} as="li" rowHeight={64}>
              {(piece) => piece.map(line)}
            </Windowed>
          </ul>
        </Card>
      )}
      {good.length > 0 && (
        <Card flush title={t('listTitle', { count: good.length })}>
          <ul className={styles.list}>
            <Windowed items={good} as="li" rowHeight={64}>
              {(piece) => piece.map(line)}
            </Windowed>
          </ul>
        </Card>
      )}
    </>
  )
}

type LineProps = {
  row: AddingRow
  state: RowState
  offline: boolean
  place: string
  problem: string | null
  onEdit: () => void
  onRemove: () => void
}

function Line({ row, state, offline, place, problem, onEdit, onRemove }: LineProps) {
  const t = useTranslations('addDevices')
  return (
    <li className={styles.row}>
      <button type="button" className={styles.rowMain} onClick={onEdit}>
        <StateIcon state={state} offline={offline} />
        <span className={styles.rowText}>
          <span className={styles.sn}>{row.sn}</span>
          <span className={classes(styles.rowHint, problem && styles.rowProblem)}>
            {problem ?? <Dotted parts={[place, row.name]} />}
          </span>
        </span>
      </button>
      <button
        type="button"
        className={styles.rowRemove}
        aria-label={t('remove', { sn: row.sn })}
        onClick={onRemove}
      >
        <X size={18} aria-hidden />
      </button>
    </li>
  )
}

function StateIcon({ state, offline }: { state: RowState; offline: boolean }) {
  const t = useTranslations('addDevices')
  const [Icon, tone, word] =
    state === 'ok'
      ? [CircleCheck, styles.isGood, t('state.ok')]
      : state === 'unchecked'
        ? [offline ? CloudOff : LoaderCircle, styles.isOpen, t(offline ? 'state.offline' : 'state.unchecked')]
        : [CircleAlert, styles.isBad, t('state.wrong')]
  return (
    <span className={tone}>
      <Icon size={20} aria-hidden />
      <span className="sr-only">{word}</span>
    </span>
  )
}
