import { placeWhere } from '../kept/in-order.ts'

/**
 * The first `most` of these in their order, as sorting them all would give: a page of thousands needs no order of the rest.
 */
export const firstInOrder = <Row>(
  rows: readonly Row[],
  most: number,
  compare: (a: Row, b: Row) => number,
): Row[] => {
  const first: Row[] = []
  for (const row of rows) {
    const last = first.at(-1)
    if (first.length === most && last !== undefined && compare(row, last) >= 0) continue
    first.splice(
      placeWhere(first, (there) => compare(there, row) > 0),
      0,
      row,
    )
    if (first.length > most) first.pop()
  }
  return first
}
