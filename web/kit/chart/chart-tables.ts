import type { Bar } from './bar-chart.tsx'
import type { CsvCell, CsvTable } from '#domain/files/csv-table.ts'
import { isoTime, localTime } from './zone-time.ts'

const percentOf = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : Math.round(share * 1000) / 10

export type TimeColumn = {
  /** With its unit: `Power (W)`. */
  head: string
  /** Columns of one key are one: other days of the same line. */
  key: string
  ts: readonly number[]
  values: readonly (number | null)[]
}

/** Curves as a table: a row for each instant at which anything was read, with its offset and by the clock of the place. */
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

/**
 * Bars as a table; what is known only for several of them together is said beside, and how much of the capacity each
 * value rests on, in per cent (empty: unknown).
 */
export const barTable = (
  words: { period: string; shared: string; known: string; yes: string; no: string },
  names: readonly string[],
  bars: readonly Bar[],
): CsvTable => ({
  heads: [
    words.period,
    ...names,
    words.shared,
    ...names.map((name) => (names.length > 1 ? `${name}: ${words.known}` : words.known)),
  ],
  rows: bars
    .filter(({ ahead }) => ahead !== true)
    .map(({ key, value, others = [], shared, known = [] }) => {
      const values = [value, ...others]
      const shares = values.map((one, no) => (one === null ? null : percentOf(known[no])))
      return [key, ...values, shared ? words.yes : words.no, ...shares]
    }),
})
