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
    let [from, to] = [0, first.length]
    while (from < to) {
      const middle = (from + to) >> 1
      const there = first[middle]
      if (there !== undefined && compare(there, row) <= 0) from = middle + 1
      else to = middle
    }
    first.splice(from, 0, row)
    if (first.length > most) first.pop()
  }
  return first
}
