import type { Cell } from './site.ts'

/** Where a way over cells begins, whether it follows rows or columns, and whether it turns back at their ends. */
export type Way = {
  corner: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'
  along: 'rows' | 'columns'
  /** True: like a snake, back in the next one. False: each begins at the same side. */
  back: boolean
}
/** Rows and columns from 1, both ends included. */
export type CellBox = { top: number; left: number; bottom: number; right: number }

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

/** All cells of the box, in the order of the way. */
export const wayOver = (box: CellBox, { corner, along, back }: Way): Cell[] => {
  const rows = range(box.top, box.bottom)
  const cols = range(box.left, box.right)
  if (corner.startsWith('bottom')) rows.reverse()
  if (corner.endsWith('right')) cols.reverse()
  const [outer, inner] = along === 'rows' ? [rows, cols] : [cols, rows]
  return outer.flatMap((major, at) => {
    const line = back && at % 2 === 1 ? inner.toReversed() : inner
    return line.map((minor) => (along === 'rows' ? { row: major, col: minor } : { row: minor, col: major }))
  })
}

/** The free cells of a way, from one of its cells on when given. A start that is not on the way gives none. */
export const freeCells = (
  way: readonly Cell[],
  isTaken: (cell: Cell) => boolean,
  start?: Cell | null,
): Cell[] => {
  const from = start ? way.findIndex(({ row, col }) => row === start.row && col === start.col) : 0
  return from < 0 ? [] : way.slice(from).filter((cell) => !isTaken(cell))
}

/** Where a row's pattern goes on: the same columns, one row further down (or up), as far as they are free. */
export const rowBelow = (columns: readonly number[], to: number, isTaken: (cell: Cell) => boolean): Cell[] =>
  [...new Set(columns)]
    .sort((a, b) => a - b)
    .map((col) => ({ row: to, col }))
    .filter((cell) => !isTaken(cell))
