import type { Drawn } from '../layout/paint.ts'
import type { Extent } from '../layout/view.ts'

/** What is left of an empty strip between fields, in module widths. */
const STRIP = 0.5

/** Moves what begins at `start` and is `size` long to the front, so far that no strip without any of them is wider. */
const closed = (spans: readonly { start: number; size: number }[]): { moved: number[]; size: number } => {
  const moved: number[] = []
  const order = spans.map((_, no) => no).toSorted((a, b) => (spans[a]?.start ?? 0) - (spans[b]?.start ?? 0))
  let [by, end, first] = [0, 0, true]
  for (const no of order) {
    const { start, size } = spans[no] ?? { start: 0, size: 0 }
    by += Math.max(0, start - by - end - (first ? 0 : STRIP))
    moved[no] = start - by
    end = Math.max(end, start - by + size)
    first = false
  }
  return { moved, size: Math.max(1, end) }
}

/**
 * A plan for a small picture: without the room for names, and with narrow strips between fields, so that modules are as
 * large as they can be. Order and shape of what lies together stay. Lengths are module widths.
 */
export const closeUp = <T extends Drawn>(cells: readonly T[]): { cells: T[] } & Extent => {
  const across = closed(cells.map(({ x, w }) => ({ start: x, size: w })))
  const down = closed(cells.map(({ y, h }) => ({ start: y, size: h })))
  return {
    cells: cells.map((cell, no) => ({ ...cell, x: across.moved[no] ?? 0, y: down.moved[no] ?? 0 })),
    width: across.size,
    height: down.size,
  }
}
