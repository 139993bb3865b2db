import { ArrowDown, ArrowUp, Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../kit/button.tsx'
import { IconButton } from '../../kit/page.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { chosenOf, type Column, withUnit } from './table-columns.ts'
import styles from './list-table.module.css'

type ColumnsSheetProps<Row> = {
  columns: readonly Column<Row>[]
  chosen: readonly string[] | null
  onDone: (chosen: readonly string[] | null) => void
  onClose: () => void
}

/** Which columns a table shows and in which order; the first, which names a row, stays. */
export function ColumnsSheet<Row>({ columns, chosen, onDone, onClose }: ColumnsSheetProps<Row>) {
  const t = useTranslations('table')
  const first = (present: readonly string[] | null): Draft => {
    const on = chosenOf(columns, { columns: present }).map(({ id }) => id)
    const off = columns.map(({ id }) => id).filter((id) => !on.includes(id))
    return { order: [...on, ...off].slice(1), on: new Set(on) }
  }
  const [draft, setDraft] = useState<Draft>(() => first(chosen))
  const move = (at: number, by: -1 | 1): void => {
    const order = [...draft.order]
    const [one] = order.splice(at, 1)
    if (one === undefined) return
    order.splice(at + by, 0, one)
    setDraft({ ...draft, order })
  }
  const toggle = (id: string): void => {
    const on = new Set(draft.on)
    if (!on.delete(id)) on.add(id)
    setDraft({ ...draft, on })
  }
  const wanted = draft.order.filter((id) => draft.on.has(id))
  const usual = chosenOf(columns, { columns: null })
    .map(({ id }) => id)
    .slice(1)
  return (
    <Sheet
      open
      title={t('columns')}
      onClose={onClose}
      done={{ onPress: () => onDone(wanted.join() === usual.join() ? null : wanted) }}
    >
      <ul className={styles.columns}>
        {draft.order.map((id, at) => {
          const column = columns.find((one) => one.id === id)
          if (!column) return null
          const name = withUnit(column)
          return (
            <li key={id} className={styles.column}>
              <label className={styles.choice}>
                <input
                  type="checkbox"
                  className="sr-only"
                  checked={draft.on.has(id)}
                  onChange={() => toggle(id)}
                />
                <span className={styles.tick} aria-hidden>
                  <Check size={16} strokeWidth={3} />
                </span>
                {name}
              </label>
              <IconButton label={t('up', { column: name })} disabled={at === 0} onClick={() => move(at, -1)}>
                <ArrowUp size={18} aria-hidden />
              </IconButton>
              <IconButton
                label={t('down', { column: name })}
                disabled={at === draft.order.length - 1}
                onClick={() => move(at, 1)}
              >
                <ArrowDown size={18} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <Button kind="plain" wide onClick={() => setDraft(first(null))}>
        {t('reset')}
      </Button>
    </Sheet>
  )
}

type Draft = { order: readonly string[]; on: ReadonlySet<string> }
