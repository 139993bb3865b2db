import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react'
import { classes } from './classes.ts'
import styles from './data-table.module.css'
import type { AppPath } from './navigation/app-path.ts'
import { Go } from './navigation/go.tsx'
import { scrollerOf, usePane } from './navigation/pane.ts'
import { useInSight } from './use-in-sight.ts'
import { Windowed } from './windowed.tsx'

export type DataColumn<Row> = {
  id: string
  head: string
  /** Of all its figures. */
  unit?: string | undefined
  /** rem */
  width: number
  /** Figures stand at the end of their column, digit below digit. */
  figures?: boolean | undefined
  /** null: rows cannot be sorted by it. */
  sorted: 'rising' | 'falling' | 'none' | null
  /** null: not known, which is never 0. */
  cell: (row: Row) => ReactNode
}

type DataTableProps<Row> = {
  label: string
  /** The first names a row and stays in sight. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  /** Of all pages; null = not known. */
  total: number | null
  /** Names what is listed, where one comes back to it. */
  name?: string
  toOf: (row: Row) => AppPath
  /** What the page of a row will be called. */
  titleOf?: (row: Row) => string
  /** A box before the name of a row, while several are chosen. */
  boxOf?: (row: Row) => ReactElement | undefined
  onSort: (column: string) => void
  /** Reads the next page; null: these are all, or it is on its way. */
  onEnd?: (() => void) | null
  /** Stands below the rows: that more is on its way, or did not come. */
  after?: ReactNode
}

const rowHeight = 45
/** How far ahead of the end the next page is asked for, CSS pixels. */
const ahead = 900
const leastRoom = 320
const below = 24

/** Rows to be compared, a column each figure. The row that was chosen stands beside it, marked. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, total, name, toOf, titleOf, boxOf, onSort, onEnd = null, after } = props
  const box = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const pane = usePane()
  useRoom(box)
  useRowsByKey(box)
  useInSight(end, onEnd, { ahead, box })
  useTop(box, name)
  useGoesOn(box)
  const [key, ...others] = columns
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  if (!key) return null
  return (
    <div className={styles.frame}>
      <div ref={box} className={styles.box}>
        <table
          className={styles.table}
          style={{ inlineSize: `max(100%, ${width}rem)` }}
          aria-label={label}
          aria-rowcount={total === null ? -1 : total + 1}
        >
          <colgroup>
            {columns.map(({ id, width }) => (
              <col key={id} style={{ inlineSize: `${width}rem` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column, no) => (
                <Head key={column.id} column={column} isKey={no === 0} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            <Windowed items={rows} as="tr" rowHeight={rowHeight} {...(name !== undefined && { name })}>
              {(piece, from) =>
                piece.map((row, no) => {
                  const to = toOf(row)
                  const title = titleOf?.(row)
                  const box = boxOf?.(row)
                  return (
                    <tr
                      key={row.id}
                      aria-rowindex={from + no + 2}
                      className={classes(styles.row, pane?.side === true && pane.chosen(to) && styles.chosen)}
                      {...(box && { 'data-picking': true })}
                    >
                      <th scope="row" className={classes(styles.key, box && styles.picking)}>
                        {box}
                        <Go to={to} className={styles.link} data-row {...(title !== undefined && { title })}>
                          {key.cell(row)}
                        </Go>
                      </th>
                      {others.map(({ id, figures, cell }) => {
                        const shown = cell(row)
                        const unknown = shown === null
                        return (
                          <td key={id} className={classes(figures && styles.end, unknown && styles.unknown)}>
                            {unknown ? '–' : shown}
                          </td>
                        )
                      })}
                    </tr>
                  )
                })
              }
            </Windowed>
          </tbody>
        </table>
        <div ref={end} className={styles.after}>
          {after}
        </div>
      </div>
    </div>
  )
}

type HeadProps<Row> = { column: DataColumn<Row>; isKey: boolean; onSort: (column: string) => void }

function Head<Row>({ column: { id, head, unit, figures, sorted }, isKey, onSort }: HeadProps<Row>) {
  const words = (
    <span>
      {head}
      {unit !== undefined && <small> ({unit})</small>}
    </span>
  )
  const Icon = sorted === 'rising' ? ArrowUp : ArrowDown
  const inUse = sorted === 'rising' || sorted === 'falling'
  return (
    <th
      scope="col"
      className={classes(isKey && styles.key, figures && styles.end, inUse && styles.sorted)}
      {...(sorted !== null && {
        'aria-sort': sorted === 'rising' ? 'ascending' : sorted === 'falling' ? 'descending' : 'none',
      })}
    >
      {sorted === null ? (
        <span className={styles.head}>{words}</span>
      ) : (
        <button type="button" className={styles.head} onClick={() => onSort(id)}>
          {words}
          <Icon size={14} className={inUse ? undefined : styles.resting} aria-hidden />
        </button>
      )}
    </th>
  )
}

/** Columns beyond the edge: the last one that is seen fades out there, and is not taken for a cut one. */
const useGoesOn = (box: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = box.current
    const frame = element?.parentElement
    if (!element || !frame) return undefined
    const measure = (): void => {
      const rest = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft)
      frame.toggleAttribute('data-goes-on', rest > 1)
      // Beside what scrolls it up and down.
      frame.style.setProperty('--bar', `${element.offsetWidth - element.clientWidth}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [element, element.firstElementChild]) if (one) observer.observe(one)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box])
}

/** Another list, or another order of it, begins at its top. */
const useTop = (box: RefObject<HTMLElement | null>, name: string | undefined): void => {
  useEffect(() => {
    if (name !== undefined) box.current?.scrollTo({ top: 0 })
  }, [box, name])
}

/** It ends where its pane does, and scrolls by itself: its heads and what scrolls it sideways stay in sight. */
const useRoom = (box: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const pane = scrollerOf(element)
    const measure = (): void => {
      const view = pane?.clientHeight ?? window.innerHeight
      const from = pane ? pane.getBoundingClientRect().top - pane.scrollTop : -window.scrollY
      const foot = pane?.querySelector<HTMLElement>('[data-foot]')?.offsetHeight ?? 0
      const room = view - (element.getBoundingClientRect().top - from) - foot - below
      element.style.setProperty('--room', `${Math.max(leastRoom, Math.floor(room))}px`)
    }
    measure()
    // What stands above it comes later and moves it.
    const observer = new ResizeObserver(measure)
    const frame = element.parentElement?.parentElement
    for (const around of [frame, frame?.parentElement, pane]) if (around) observer.observe(around)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [box])
}

/** A press anywhere on a row is one on its link; the arrow keys go from row to row. */
const useRowsByKey = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const press = (event: MouseEvent): void => {
      if (!(event.target instanceof Element) || event.target.closest('a, button, label')) return
      // Text that was marked is to be copied.
      if (String(window.getSelection()) !== '') return
      event.target.closest('tr')?.querySelector<HTMLElement>('th[scope=row] a')?.click()
    }
    const step = (event: KeyboardEvent): void => {
      const { key, target, shiftKey } = event
      // With Shift it chooses, which is not its own to do.
      if ((key !== 'ArrowDown' && key !== 'ArrowUp') || shiftKey || !(target instanceof Element)) return
      let row = target.closest('tbody tr')
      while (row) {
        row = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
        const link = row?.querySelector<HTMLElement>('th[scope=row] a')
        if (!link) continue
        event.preventDefault()
        link.focus()
        return
      }
    }
    element.addEventListener('click', press)
    element.addEventListener('keydown', step)
    return () => {
      element.removeEventListener('click', press)
      element.removeEventListener('keydown', step)
    }
  }, [box])
}
