import { bookBits, type Book, counterRange, flowCounters, madeCounters } from '#domain/telemetry/counters.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'

/** SQL of `domain/telemetry/counters.ts`, over a row of `reading` called `row`; a test holds the two against each other. */

const { min, max } = counterRange
const believed = (row: string, name: Exclude<Book, 'made'> | (typeof madeCounters)[number]): string =>
  name === 'e_tot'
    ? `(${row}.e_tot IS NOT NULL AND ${row}.flags & ${qualityFlags.energy} = 0)`
    : `(${row}.${name} BETWEEN ${min} AND ${max})`

/** `booksOfReading`: bits of the books that a reading says something for. */
export const booksOfRow = (row: string): string =>
  [
    `CASE WHEN ${madeCounters.map((name) => believed(row, name)).join(' OR ')} THEN ${bookBits.made} ELSE 0 END`,
    ...flowCounters.map((name) => `CASE WHEN ${believed(row, name)} THEN ${bookBits[name]} ELSE 0 END`),
  ].join(' | ')

const first = (row: string, of: (name: (typeof madeCounters)[number], index: number) => string): string => {
  const cases = (test: (name: (typeof madeCounters)[number]) => string): string =>
    madeCounters.map((name, index) => `WHEN ${test(name)} THEN ${of(name, index)}`).join(' ')
  // 0 is a counter that does not count, where another one does.
  return `CASE ${cases((name) => `${believed(row, name)} AND ${row}.${name} > 0`)} ${cases((name) => believed(row, name))} END`
}
/** Wh of the best counter of what was made that a reading says; null = none. */
export const madeWh = (row: string): string => first(row, (name) => `${row}.${name}`)
/** Which one it is: its place in `madeCounters`. */
export const madeBy = (row: string): string => first(row, (_, index) => `${index}`)
/** Wh of a book's counter that can be believed; null = not said. */
export const bookWh = (row: string, book: Book): string =>
  book === 'made' ? madeWh(row) : `CASE WHEN ${believed(row, book)} THEN ${row}.${book} END`
