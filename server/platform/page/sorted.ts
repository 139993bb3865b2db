import { compareKeys, type SortKey } from '#domain/name-order.ts'
import { refuse } from '../refusal.ts'
import { firstInOrder } from './first-in-order.ts'
import { firstOf, idPart, type Page, type PageOrder, placeIn, textPart } from './page.ts'

/** Where a row stands in a list that is sorted by what its reader chose. */
export type SortedPlace = { by: string; key: SortKey; id: string }

const keyText = /^(?:|-?\d+(?:\.\d+)?(?:e[+-]\d+)?|=[^]*)$/

/** A number is written as it is, a text behind `=`, and what is unknown as nothing. */
const written = (key: SortKey): string =>
  key === null ? '' : typeof key === 'number' ? String(key) : `=${key}`
const readKey = (text: string): SortKey =>
  text === '' ? null : text.startsWith('=') ? text.slice(1) : Number(text)

/** How a cursor holds such a place. */
type SeenPlace = { by: string; key: string; id: string }
export const bySorted: PageOrder<SeenPlace> = {
  by: textPart(/^[a-z_]+ (?:rising|falling)$/),
  key: textPart(keyText),
  id: idPart,
}
export const seenOf = ({ by, key, id }: SortedPlace): SeenPlace => ({ by, key: written(key), id })

/**
 * `isKey`: what rows of this order are sorted by.
 * @throws Refusal `invalid_input` when it is a place of another order
 */
export const placeOfSeen = (
  seen: SeenPlace | null,
  by: string,
  isKey: (key: number | string) => boolean = () => true,
): SortedPlace | null => {
  if (seen === null) return null
  const key = readKey(seen.key)
  const problem = { code: 'invalid_input', field: 'cursor' } as const
  if (seen.by !== by || (key !== null && !isKey(key)))
    refuse(problem.code, { field: problem.field, problems: [problem] })
  return { by, key, id: seen.id }
}

/** Rows in an order that runs up or down; equal ones by id, so that each has one place. */
export const compareSorted = (falls: boolean) => {
  const compare = compareKeys(falls)
  return (a: SortedPlace, b: SortedPlace): number =>
    compare(a.key, b.key) || (a.id < b.id ? -1 : Number(a.id > b.id))
}

type SortedAsked<Row> = {
  /** Names the order: a cursor of another one is refused. */
  by: string
  falls: boolean
  keyOf: (row: Row) => SortKey
  cursor: string | undefined
  limit: number
}

/**
 * One page of rows that are all at hand.
 * @throws Refusal `invalid_input` when the cursor was not made by this order
 */
export const sortedPage = <Row extends { id: string }>(
  rows: readonly Row[],
  { by, falls, keyOf, cursor, limit }: SortedAsked<Row>,
): Page<Row> => {
  const after = placeOfSeen(placeIn(bySorted, cursor), by)
  const compare = compareSorted(falls)
  const rest = rows
    .map((row) => ({ row, place: { by, key: keyOf(row), id: row.id } }))
    .filter(({ place }) => after === null || compare(place, after) > 0)
  const first = firstInOrder(rest, limit + 1, (a, b) => compare(a.place, b.place))
  const page = firstOf(bySorted, first, limit, ({ place }) => seenOf(place))
  return { rows: page.rows.map(({ row }) => row), next: page.next }
}
