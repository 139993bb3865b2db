import type { Drawn } from '../layout/paint.ts'
import type { Extent } from '../layout/view.ts'

/** Wider than high: a number fits in. */
const WIDE = 1.7
const APART = 0.12

/** Cells without a place of their own: row by row, so that all of them fill a window of this shape. */
export const gridOf = (ids: readonly string[], shape: number): { cells: Drawn[] } & Extent => {
  const columns = Math.max(1, Math.min(ids.length, Math.ceil(Math.sqrt((ids.length * shape) / WIDE))))
  const rows = Math.max(1, Math.ceil(ids.length / columns))
  return {
    cells: ids.map((id, no) => ({
      place: { id },
      x: (no % columns) * (WIDE + APART),
      y: Math.floor(no / columns) * (1 + APART),
      w: WIDE,
      h: 1,
      modules: 1,
    })),
    width: columns * (WIDE + APART) - APART,
    height: rows * (1 + APART) - APART,
  }
}
