import { types, type CustomTypesConfig } from 'pg'

type Parser = (text: string) => unknown

/** Object ids of PostgreSQL's built-in types (src/include/catalog/pg_type.dat). */
const oid = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 }
const arrayOid = { int8: 1016, text: 1009, date: 1182, timestamptz: 1185, numeric: 1231 }

/** bigint and count(*): exact up to 2^53, beyond it an error instead of a rounded number. */
function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`)
  return value
}

const readTimestamp = types.getTypeParser(oid.timestamptz) as (text: string) => Date | number

/** As PostgreSQL writes nearly all of them, sessions being in UTC. */
const usualInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/

const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

/**
 * Epoch milliseconds; microseconds are cut off, infinity stays infinity. A page of devices has thousands of instants, of
 * which the usual ones are read in a third of the time that node-postgres takes.
 */
const instant: Parser = (text) => {
  const year = usualInstant.test(text) ? twoDigits(text, 0) * 100 + twoDigits(text, 2) : 0
  if (year < 1970) return Number(readTimestamp(text))
  const ms = Number(text.slice(20, -3).slice(0, 3).padEnd(3, '0'))
  const [month, day] = [twoDigits(text, 5) - 1, twoDigits(text, 8)]
  return Date.UTC(year, month, day, twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17), ms)
}

const scalars: Record<number, Parser> = {
  [oid.int8]: integer,
  [oid.numeric]: Number,
  [oid.date]: (text) => text, // a calendar day has no zone: a Date would give it the server's
  [oid.timestamptz]: instant,
}

const readTextArray = types.getTypeParser(arrayOid.text) as (text: string) => (string | null)[]
const each =
  (parse: Parser): Parser =>
  (text) =>
    readTextArray(text).map((item) => (item === null ? null : parse(item)))

const parsers: Record<number, Parser> = {
  ...scalars,
  [arrayOid.int8]: each(integer),
  [arrayOid.numeric]: each(Number),
  [arrayOid.date]: each((text) => text),
  [arrayOid.timestamptz]: each(instant),
}

/** How column values become JavaScript: int8 and numeric numbers, timestamptz epoch ms, date `YYYY-MM-DD`. */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[id]) ?? types.getTypeParser(id, format),
}
