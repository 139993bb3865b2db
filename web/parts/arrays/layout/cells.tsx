import { memo } from 'react'
import { classes } from '../../../kit/classes.ts'
import type { Size } from '../box.ts'
import type { CellBox } from '../snake.ts'
import { tailOf, type Cell, type MemberKind, type Site } from '../site.ts'
import { stringColour } from '../string-badge.tsx'
import styles from './layout.module.css'

/** How much a cell says: all, its string alone, or nothing but that it is filled. */
export type Detail = 'full' | 'string' | 'none'
export const detailAt = (scale: number): Detail => (scale >= 0.62 ? 'full' : scale >= 0.2 ? 'string' : 'none')

type CellsProps = {
  site: Site
  areaId: string
  kind: MemberKind
  cell: Size
  /** What the window shows; nothing else is drawn. */
  top: number
  left: number
  bottom: number
  right: number
  detail: Detail
  selected: ReadonlySet<string>
  fresh: ReadonlySet<string>
}

/** The devices of an area in their cells: the string's number and colour, position and the end of the serial. */
export const Cells = memo(function Cells({
  site,
  areaId,
  kind,
  cell,
  detail,
  selected,
  fresh,
  ...box
}: CellsProps) {
  const numberOf = new Map(site.strings.map(({ id, no }) => [id, no]))
  return site.inArea(areaId, kind).map(({ id, sn }) => {
    const { row, col, stringId, position, modules } = site.hang(id)
    if (row === null || col === null || !isSeen(box, row, col)) return null
    const no = stringId === null ? undefined : numberOf.get(stringId)
    return (
      <div
        key={id}
        className={classes(
          styles.cell,
          no !== undefined && stringColour(no),
          selected.has(id) && styles.selected,
          fresh.has(id) && styles.fresh,
        )}
        style={cellStyle({ row, col }, cell)}
        data-cell={`${row}-${col}`}
        data-sn={sn}
      >
        {detail === 'full' && (
          <>
            <b>
              {no ?? '–'}
              {position !== null && <small>·{position}</small>}
            </b>
            <span>{tailOf(sn)}</span>
            {modules > 1 && <i>×{modules}</i>}
          </>
        )}
        {detail === 'string' && <strong>{no ?? '–'}</strong>}
      </div>
    )
  })
})

const isSeen = (box: CellBox, row: number, col: number): boolean =>
  row >= box.top && row <= box.bottom && col >= box.left && col <= box.right

export const cellStyle = ({ row, col }: Cell, { width, height }: Size) => ({
  inlineSize: `${width}px`,
  blockSize: `${height}px`,
  transform: `translate(${(col - 1) * width}px, ${(row - 1) * height}px)`,
})
