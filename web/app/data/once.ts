/** A row that moved between the readings of two pages is in both: it stands once, and the later word on it counts. */
export const once = <Row>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [(row as { id?: unknown }).id ?? row, row])).values(),
]
