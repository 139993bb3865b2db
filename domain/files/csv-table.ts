export type CsvCell = string | number | null

/** Of what is shown: heads with their units, rows of cells. null is an empty cell, which is not 0. */
export type CsvTable = { heads: readonly string[]; rows: readonly (readonly CsvCell[])[] }

/**
 * Text that a spreadsheet would run as a formula stands behind an apostrophe (OWASP, CSV injection). Numbers are
 * written by us and may be negative.
 */
const harmless = (text: string): string =>
  /^([\t\r\n]|[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|])/.test(text) ? `'${text}` : text

const cellOf = (cell: CsvCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(Number(cell.toPrecision(10))) : ''
  const text = harmless(cell)
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180, with the mark of UTF-8 that spreadsheets need for Chinese. */
export const csvOf = ({ heads, rows }: CsvTable): string =>
  `\uFEFF${[heads, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
