import { Refusal } from '../refusal.ts'

/** How a part of a row's place is read from a cursor: what it looks like there, and what it is. */
type Part<T> = { shape: RegExp; read: (text: string) => T }

export const numberPart = (shape: RegExp): Part<number> => ({ shape, read: Number })
export const textPart = (shape: RegExp): Part<string> => ({ shape, read: String })
/** Epoch ms, of a year that the database has. */
export const instantPart = numberPart(/^\d{1,14}$/)
export const idPart = textPart(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** What a list is ordered by: the parts of a row's place, in the order in which cursors hold them. */
export type PageOrder<Place> = { readonly [K in keyof Place]: Part<Place[K]> }

/** Of a list by time. */
export type TimePlace = { at: number; id: string }
export const byTime: PageOrder<TimePlace> = { at: instantPart, id: idPart }

/** Where the next page begins, as text that callers only hand back. */
const cursorAt = <Place extends object>(order: PageOrder<Place>, place: Place): string =>
  Buffer.from(JSON.stringify(Object.keys(order).map((name) => String(place[name as keyof Place])))).toString(
    'base64url',
  )

const partsIn = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/**
 * The place of the last row of the page before; null without a cursor.
 * @throws Refusal `invalid_input` when the cursor was not made by this order
 */
export const placeIn = <Place extends object>(
  order: PageOrder<Place>,
  cursor: string | undefined,
): Place | null => {
  if (cursor === undefined) return null
  const read = partsIn(cursor)
  const parts = Object.entries<Part<unknown>>(order)
  const sound =
    Array.isArray(read) &&
    read.length === parts.length &&
    parts.every(([, { shape }], no) => typeof read[no] === 'string' && shape.test(read[no]))
  const problem = { code: 'invalid_input', field: 'cursor' } as const
  if (!sound) throw new Refusal(problem.code, { field: problem.field, problems: [problem] })
  return Object.fromEntries(parts.map(([name, part], no) => [name, part.read(read[no])])) as Place
}

export type Page<Row> = { rows: Row[]; next: string | null }

/** The first `limit` of these rows, and a cursor to what comes after them. */
export const firstOf = <Row, Place extends object>(
  order: PageOrder<Place>,
  all: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): Page<Row> => {
  const rows = all.slice(0, limit)
  const last = all.length > limit ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : cursorAt(order, placeOf(last)) }
}

/** How many rows a page has where nobody says how many. */
const USUAL = 30

/** What of a list somebody asks for: `next` of the page before, and how many rows. */
export type PageAsked = { cursor?: string | undefined; limit?: number | undefined }

type Reading<Row, Place> = {
  order: PageOrder<Place>
  /** Of a page where nobody says how many rows it has. */
  size?: number
  /** Rows in this order behind a place, `limit` at the most: one more than the page has tells that it goes on. */
  read: (after: Place | null, limit: number) => Promise<readonly Row[]>
  placeOf: (row: Row) => Place
}

/**
 * One page of a list, behind the cursor that the page before gave.
 * @throws Refusal `invalid_input` when the cursor was not made by this order
 */
export const readPage = async <Row, Place extends object>(
  { cursor, limit }: PageAsked,
  { order, size = USUAL, read, placeOf }: Reading<Row, Place>,
): Promise<Page<Row>> => {
  const most = limit ?? size
  return firstOf(order, await read(placeIn(order, cursor), most + 1), most, placeOf)
}
