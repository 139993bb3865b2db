import type { Bar } from './bar-chart.tsx'
import type { CsvCell, CsvTable } from '#domain/files/csv-table.ts'
import { isoTime, localTime } from './zone-time.ts'

export type TimeColumn = {
  /** With its unit: `Power (W)`. */
  head: string
  /** Columns of one key are one: other days of the same line. */
  key: string
  ts: readonly number[]
  values: readonly (number | null)[]
}

/** Curves as a table: a row for each instant at which anything was read, with its offset and by the station's clock. */
export const timeTable = (
  words: { instant: string; local: string },
  timeZone: string,
  columns: readonly TimeColumn[],
): CsvTable => {
  const heads = new Map(columns.map(({ key, head }) => [key, head]))
  const keys = [...heads.keys()]
  const byInstant = new Map<number, (number | null)[]>()
  for (const { key, ts, values } of columns) {
    const at = keys.indexOf(key)
    for (const [no, instant] of ts.entries()) {
      const row = byInstant.get(instant) ?? keys.map(() => null)
      row[at] = values[no] ?? null
      byInstant.set(instant, row)
    }
  }
  const rows = [...byInstant].sort(([a], [b]) => a - b)
  return {
    heads: [words.instant, words.local, ...heads.values()],
    rows: rows.map(([ts, cells]): CsvCell[] => [isoTime(ts, timeZone), localTime(ts, timeZone), ...cells]),
  }
}

/** Bars as a table; what is known only for several of them together is said beside. */
export const barTable = (
  words: { period: string; shared: string; yes: string; no: string },
  names: readonly string[],
  bars: readonly Bar[],
): CsvTable => ({
  heads: [words.period, ...names, words.shared],
  rows: bars
    .filter(({ ahead }) => ahead !== true)
    .map(({ key, value, others = [], shared }) => [key, value, ...others, shared ? words.yes : words.no]),
})
