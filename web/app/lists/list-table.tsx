import { Columns3, Copy, Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { csvOf } from '#domain/files/csv-table.ts'
import { Button } from '../../kit/button.tsx'
import { fileName } from '../../kit/chart/chart-csv.ts'
import { copyLater } from '../../kit/copy-text.ts'
import { type DataColumn, DataTable } from '../../kit/data-table.tsx'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { IconButton } from '../../kit/page.tsx'
import { saveTable } from '../../kit/save-file.ts'
import { serverNow } from '../../kit/time/clock.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { useFailureText } from '../failure/error-state.tsx'
import { ColumnsSheet } from './columns-sheet.tsx'
import { PickBox } from './pick-box.tsx'
import type { Pick as RowPick } from './picks.ts'
import { chosenOf, type Column, withUnit } from './table-columns.ts'
import type { Table } from './use-table.ts'
import styles from './list-table.module.css'

type Paging = { busy: boolean; failed: boolean; load: () => void }
type Onward = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  isPlaceholderData: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
}
export type PickOf<Row> = ((row: Row) => RowPick | undefined) | undefined
type Picking<Row> = { of: PickOf<Row>; label: (row: Row) => string }
type ReadAll<Row> = () => Promise<{ rows: readonly Row[]; more: boolean }>

/** What a table shows of a list that is read page by page. No next page while another question is answered. */
export const pagedIn = <Row,>(list: {
  rows: Row[] | undefined
  query: Onward
  readWhole: ReadAll<Row>
}): Pick<ListTableProps<Row>, 'rows' | 'more' | 'readAll' | 'old'> => {
  const { rows = [], query, readWhole } = list
  return {
    rows,
    more:
      query.hasNextPage && !query.isPlaceholderData
        ? {
            busy: query.isFetching,
            failed: query.isFetchNextPageError,
            load: () => void query.fetchNextPage({ cancelRefetch: false }),
          }
        : null,
    readAll: readWhole,
    old: query.isPlaceholderData,
  }
}

export type ListTableProps<Row> = {
  table: Table
  /** What is listed: names the table, and the file that it is saved as. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Names what is listed, where one comes back to it. */
  listKey: string
  /** Of all pages; null = not known. */
  total: number | null
  toOf: (row: Row) => AppPath
  titleOf?: (row: Row) => string
  /** The box of a row while several are chosen, and what it says. */
  pick?: Picking<Row> | undefined
  /** null after the last page. */
  more: Paging | null
  /** All that match, in this order; the first of very many. */
  readAll: ReadAll<Row>
  /** What stands there is of another question, whose answer is on its way. */
  old?: boolean
  /** Stands in the bar after how many there are. */
  children?: ReactNode
}

const boxesOf =
  <Row,>(pick: Picking<Row> | undefined) =>
  (row: Row) => {
    const one = pick?.of?.(row)
    return one && pick && <PickBox pick={one} label={pick.label(row)} />
  }

/** A list as a table: columns that are chosen, an order that the server makes, and all of it to take along as CSV. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const {
    table,
    label,
    columns,
    rows,
    listKey,
    total,
    toOf,
    titleOf,
    pick,
    more,
    old = false,
    children,
  } = props
  const t = useTranslations('table')
  const format = useFormat()
  const [choosing, setChoosing] = useState(false)
  const { setting, change } = table
  const shown = chosenOf(columns, setting)
  const sortBy = (id: string): void => {
    const column = columns.find((one) => one.id === id)
    if (column?.sort === undefined) return
    // What is compared falls first, names rise; a third press gives the usual order back.
    const [first, second] =
      column.figures || column.falls ? (['falling', 'rising'] as const) : (['rising', 'falling'] as const)
    const present = setting.sort?.by === column.sort ? setting.sort.order : null
    change({
      sort:
        present === null
          ? { by: column.sort, order: first }
          : present === first
            ? { by: column.sort, order: second }
            : null,
    })
  }
  const heads = shown.map((column): DataColumn<Row> => ({
    ...column,
    sorted: column.sort === undefined ? null : setting.sort?.by === column.sort ? setting.sort.order : 'none',
  }))
  return (
    <>
      <div className={styles.bar}>
        {total !== null && (
          <output className={styles.count}>
            {t('rows', { count: total, written: format.number(total) })}
          </output>
        )}
        {children && <span className={styles.beside}>{children}</span>}
        <Export label={label} columns={shown} readAll={props.readAll}>
          <IconButton label={t('columns')} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            <Columns3 size={20} aria-hidden />
          </IconButton>
        </Export>
      </div>
      <div className={old ? styles.old : undefined}>
        <DataTable
          label={label}
          columns={heads}
          rows={rows}
          total={total}
          name={`${listKey} ${setting.sort?.by} ${setting.sort?.order}`}
          toOf={toOf}
          {...(titleOf && { titleOf })}
          boxOf={boxesOf(pick)}
          onSort={sortBy}
          onEnd={more && !more.busy && !more.failed ? more.load : null}
          after={<After more={more} />}
        />
      </div>
      {choosing && (
        <ColumnsSheet
          columns={columns}
          chosen={setting.columns}
          onClose={() => setChoosing(false)}
          onDone={(chosen) => {
            setChoosing(false)
            change({ columns: chosen })
          }}
        />
      )}
    </>
  )
}

function After({ more }: { more: Paging | null }) {
  const t = useTranslations('table')
  const ui = useTranslations('ui')
  if (!more) return null
  return (
    <div className={styles.after}>
      <output>{more.failed ? t('moreFailed') : t('more')}</output>
      {more.failed && (
        <Button kind="soft" small onClick={more.load}>
          {ui('retry')}
        </Button>
      )}
    </div>
  )
}

type ExportProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  readAll: ReadAll<Row>
  children: ReactNode
}

/** The chosen columns of all rows that match, to the clipboard or as a file; how many those were is said beside. */
function Export<Row>({ label, columns, readAll, children }: ExportProps<Row>) {
  const t = useTranslations('table')
  const format = useFormat()
  const failure = useFailureText()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const take = async (): Promise<string> => {
    const { rows, more } = await readAll()
    const written = format.number(rows.length)
    setSaid(t(more ? 'takenFirst' : 'taken', { count: rows.length, written }))
    return csvOf({
      heads: columns.map(withUnit),
      rows: rows.map((row) => columns.map(({ csv }) => csv(row))),
    })
  }
  const attempt = (how: () => Promise<void>): void => {
    setBusy(true)
    setSaid('')
    how()
      .catch((error: unknown) => setSaid(failure(error)))
      .finally(() => setBusy(false))
  }
  const copy = async (): Promise<void> => {
    // The mark of UTF-8 is for files alone.
    const done = await copyLater(async () => (await take()).replace(/^\uFEFF/, ''))
    if (!done) setSaid(t('copyFailed'))
  }
  const save = async (): Promise<void> => {
    const csv = await take()
    saveTable(csv, fileName([label, new Date(serverNow()).toISOString().slice(0, 10)], 'csv'))
  }
  return (
    <>
      <output className={styles.said}>{busy ? t('reading') : said}</output>
      <span className={styles.acts}>
        <IconButton label={t('copy')} disabled={busy} onClick={() => attempt(copy)}>
          <Copy size={19} aria-hidden />
        </IconButton>
        <IconButton label={t('save')} disabled={busy} onClick={() => attempt(save)}>
          <Download size={20} aria-hidden />
        </IconButton>
        {children}
      </span>
    </>
  )
}
