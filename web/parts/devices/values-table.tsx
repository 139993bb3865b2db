import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Measure } from '../../kit/words/format.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import styles from './parts.module.css'

type ValuesTableProps = {
  caption: string
  /** Over the first column. */
  head: string
  columns: readonly { label: string; measure: Measure }[]
  rows: readonly { label: string; values: readonly (number | null)[]; more?: ReactNode }[]
  /** Over a last column that holds `more` of each row. */
  more?: string | undefined
  old: boolean
}

/** Values of several of a kind: phases, trackers. */
export function ValuesTable({ caption, head, columns, rows, more, old }: ValuesTableProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  // One unit over each column, by the greatest in it: a unit in each cell made the table wider than its card.
  const likes = columns.map((_, no) => Math.max(0, ...rows.map(({ values }) => Math.abs(values[no] ?? 0))))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- with large letters it scrolls sideways, and what scrolls must be reached by keys
    <section className={styles.wide} aria-label={caption} tabIndex={0}>
      <table className={classes(styles.table, old && styles.oldValues)}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{head}</span>
            </th>
            {columns.map(({ label, measure }, no) => (
              <th scope="col" key={label}>
                {label} <small>{format.write(measure, null, likes[no]).unit}</small>
              </th>
            ))}
            {more !== undefined && <th scope="col">{more}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, more: last }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {columns.map((column, no) => {
                const { text } = format.write(column.measure, values[no] ?? null, likes[no])
                return (
                  <td key={column.label}>
                    {text === null ? (
                      <>
                        <span aria-hidden>–</span>
                        <span className="sr-only">{t('noData')}</span>
                      </>
                    ) : (
                      <span className={styles.value}>{text}</span>
                    )}
                  </td>
                )
              })}
              {more !== undefined && <td>{last}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
