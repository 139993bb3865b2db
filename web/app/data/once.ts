/** A row that moved between the readings of two pages is in both: it stands once, and the later word on it counts. */
export const once = <Row extends object>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => ['id' in row ? row.id : row, row])).values(),
]
