import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { useNow } from '../../kit/time/now.ts'
import styles from './theirs-note.module.css'

/** What the server has instead of what this form began from; `by` and `at` are null when it does not say. */
export type Theirs<Row> = { row: Row; by: string | null; at: number | null }

/** Reads the present row under its name out of the answer to a stale save; null when that is something else. */
export const theirsIn = <Row,>(current: unknown, name: 'string' | 'area'): Theirs<Row> | null => {
  if (typeof current !== 'object' || current === null || !(name in current)) return null
  const { changedBy, changedAt } = current as { changedBy?: unknown; changedAt?: unknown }
  return {
    row: (current as Record<string, unknown>)[name] as Row,
    by: typeof changedBy === 'string' ? changedBy : null,
    at: typeof changedAt === 'number' ? changedAt : null,
  }
}

type NoteProps = {
  by: string | null
  at: number | null
  /** The fields in which both versions differ. */
  fields: readonly { label: string; theirs: string; mine: string }[]
  onTake: () => void
}

/** Somebody saved in the meantime: both versions beside each other; the form keeps what was typed. */
export function TheirsNote({ by, at, fields, onTake }: NoteProps) {
  const t = useTranslations('arrays.theirs')
  const format = useFormat()
  const now = useNow()
  return (
    <div className={styles.note} role="alert">
      <p>{by === null || at === null ? t('changed') : t('changedBy', { by, age: format.age(at, now) })}</p>
      {fields.length > 0 && (
        <table className={styles.versions}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('theirs')}</th>
              <th scope="col">{t('mine')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ label, theirs, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{theirs || '–'}</td>
                <td>{mine || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{t('again')}</p>
      <Button kind="soft" small onClick={onTake}>
        {t('take')}
      </Button>
    </div>
  )
}
