import type { ReactNode } from 'react'
import type { CsvCell } from '#domain/files/csv-table.ts'
import { localTime } from '../../kit/chart/zone-time.ts'
import { writeNumber } from '../../kit/words/format.ts'
import type { Language } from '../../kit/words/language.ts'
import type { TableSetting } from './table-setting.ts'

/** A column that a table has. */
export type Column<Row> = {
  id: string
  head: string
  unit?: string
  /** rem */
  width: number
  figures?: true
  /** What rows are sorted by on the server; without it they cannot be. */
  sort?: string
  /** The first press sorts it from its end: the worst, the newest. Figures always do. */
  falls?: true
  /** Not shown until somebody chooses it. */
  aside?: true
  /** null: not known, which is never 0. */
  cell: (row: Row) => ReactNode
  csv: (row: Row) => CsvCell
}

type Figure<Row> = {
  id: string
  head: string
  unit?: string
  width: number
  sort?: string
  aside?: true
  /** In the unit of the column. */
  value: (row: Row) => number | null
  digits: number
}

/** A column of figures: as many decimals in each row, so that digit stands below digit. */
export const figures = <Row>(language: Language, of: Figure<Row>): Column<Row> => {
  const { value, digits, ...rest } = of
  return {
    ...rest,
    figures: true,
    cell: (row) => {
      const known = value(row)
      return known === null ? null : writeNumber(language, known, digits, digits)
    },
    csv: value,
  }
}

/** A column of words, which are exported as they are read. */
export const words = <Row>(
  of: Omit<Column<Row>, 'cell' | 'csv' | 'figures'> & { text: (row: Row) => string | null },
): Column<Row> => {
  const { text, ...rest } = of
  return { ...rest, cell: (row) => text(row) || null, csv: text }
}

/** A column of instants: shown as `write` says, exported by the clock of where they were. */
export const moments = <Row>(
  of: Omit<Column<Row>, 'cell' | 'csv' | 'figures'> & {
    at: (row: Row) => number | null
    zoneOf: (row: Row) => string
    write: (ts: number, timeZone: string) => ReactNode
  },
): Column<Row> => {
  const { at, zoneOf, write, ...rest } = of
  const told = <Told>(row: Row, how: (ts: number, timeZone: string) => Told): Told | null => {
    const ts = at(row)
    return ts === null ? null : how(ts, zoneOf(row))
  }
  return { ...rest, cell: (row) => told(row, write), csv: (row) => told(row, localTime) }
}

/** W in kW, Wh in kWh. */
export const thousandth = (value: number | null): number | null => (value === null ? null : value / 1000)

/** Those that are shown, in their order: the first names a row and stays. */
export const chosenOf = <Row>(
  columns: readonly Column<Row>[],
  { columns: chosen }: Pick<TableSetting, 'columns'>,
): Column<Row>[] => {
  const [key, ...others] = columns
  if (!key) return []
  const shown =
    chosen === null
      ? others.filter(({ aside }) => aside !== true)
      : chosen.flatMap((id) => others.find((one) => one.id === id) ?? [])
  return [key, ...shown]
}

export const withUnit = ({ head, unit }: { head: string; unit?: string }): string =>
  unit === undefined ? head : `${head} (${unit})`
