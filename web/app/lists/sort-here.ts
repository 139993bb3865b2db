import { compareKeys, type SortKey } from '#domain/name-order.ts'
import type { TableSort } from './table-setting.ts'

/** By which part of a row a column sorts. */
export type SortKeys<Row> = Readonly<Record<string, (row: Row) => SortKey>>

/** Rows of a list that is here as a whole, in the order of its table: what is not known comes last either way. */
export const sortHere = <Row>(
  rows: readonly Row[],
  keys: SortKeys<Row>,
  sort: TableSort | null,
): readonly Row[] => {
  const keyOf = sort ? keys[sort.by] : undefined
  if (!keyOf) return rows
  const compare = compareKeys(sort?.order === 'falling')
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ row }) => row)
}
