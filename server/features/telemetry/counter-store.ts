import { sql } from 'kysely'
import { type Book, type FlowCounter, madeCounters } from '#domain/telemetry/counters.ts'
import type { CounterReading } from '#domain/telemetry/counter-rules.ts'
import { instants, plainArray } from '../../platform/db/plain-array.ts'
import type { Db } from '../../platform/db/handle.ts'
import { bookWh, madeBy } from './counter-sql.ts'
import { nextReading, readings } from './readings-sql.ts'

/** Of a book of a device; absent = what it made. */
export type ReadingWindow = { deviceNo: number; book?: Book; fromTs: number; toTs: number }

const bookOf = ({ book }: ReadingWindow): Book => book ?? 'made'
export const windowKey = (window: ReadingWindow): string => `${window.deviceNo} ${bookOf(window)}`

/** Windows of one book, and the rest of them, by book. */
const byBook = async <Row>(
  windows: readonly ReadingWindow[],
  read: (book: Book, own: readonly ReadingWindow[]) => Promise<readonly Row[]>,
): Promise<(Row & { book: Book })[]> => {
  const found: (Row & { book: Book })[] = []
  for (const [book, own] of Map.groupBy(windows, bookOf))
    for (const row of await read(book, own)) found.push({ ...row, book })
  return found
}

/** Counter readings of each window [fromTs, toTs) by `windowKey`, sorted. */
export const counterReadings = async (
  trx: Db,
  windows: readonly ReadingWindow[],
): Promise<Map<string, CounterReading[]>> => {
  const found = new Map<string, CounterReading[]>(windows.map((window) => [windowKey(window), []]))
  // One row a device: a row a reading costs ten times the time to take apart.
  const rows = await byBook(windows, async (book, own) => {
    // The outer bounds let the planner leave out the partitions that no window touches.
    const lowest = new Date(Math.min(...own.map(({ fromTs }) => fromTs)))
    const highest = new Date(Math.max(...own.map(({ toTs }) => toTs)))
    const lifetime = sql.lit(madeCounters.indexOf('e_tot'))
    const { rows: told } = await sql<{ no: number; ts: string; wh: string; by: string | null }>`
    SELECT w.no, string_agg(round(date_part('epoch', r.ts) * 1000)::text, ' ' ORDER BY r.ts) AS ts,
           string_agg(r.wh::text, ' ' ORDER BY r.ts) AS wh,
           CASE WHEN bool_or(r.by <> ${lifetime}) THEN string_agg(r.by::text, '' ORDER BY r.ts) END AS by
      FROM unnest(${plainArray(own.map(({ deviceNo }) => deviceNo))}::int[],
                  ${plainArray(instants(own.map(({ fromTs }) => fromTs)))}::timestamptz[],
                  ${plainArray(instants(own.map(({ toTs }) => toTs)))}::timestamptz[]) AS w(no, from_ts, to_ts)
      CROSS JOIN LATERAL (
        SELECT ts, ${sql.raw(bookWh('o', book))} AS wh, ${book === 'made' ? sql.raw(madeBy('o')) : lifetime} AS by
          FROM ${readings(sql`= w.no`, sql`w.from_ts`, sql`w.to_ts`)} AS o
         WHERE ${sql.raw(bookWh('o', book))} IS NOT NULL
           AND ts >= ${lowest}::timestamptz AND ts < ${highest}::timestamptz) AS r
     GROUP BY w.no`.execute(trx)
    return told
  })
  for (const { no, book, ts, wh, by } of rows) {
    const energies = wh.split(' ')
    found.set(
      windowKey({ deviceNo: no, book, fromTs: 0, toTs: 0 }),
      ts.split(' ').map((at, index) => {
        const of = by === null ? 'e_tot' : (madeCounters[Number(by[index])] ?? 'e_tot')
        // Said in one way, whatever else was read beside it.
        return { ts: Number(at), eTotWh: Number(energies[index]), ...(of !== 'e_tot' && { of }) }
      }),
    )
  }
  return found
}

/**
 * The counter reading next to each window on one side, beyond its limits, by `windowKey`; one that has none there is
 * left out. Over a silence of any length this finds the place to go on from.
 */
export const nextCounterReadings = async (
  trx: Db,
  side: 'before' | 'after',
  windows: readonly ReadingWindow[],
): Promise<Map<string, number>> => {
  const rows = await byBook(windows, async (book, own) => {
    const edge = own.map(({ fromTs, toTs }) => new Date(side === 'before' ? fromTs : toTs))
    const { rows: told } = await sql<{ no: number; ts: number }>`
    SELECT w.no, r.ts
      FROM unnest(${own.map(({ deviceNo }) => deviceNo)}::int[], ${edge}::timestamptz[]) AS w(no, edge)
      CROSS JOIN LATERAL ${nextReading(side, sql`w.no`, sql`w.edge`, sql`${sql.raw(bookWh('o', book))} IS NOT NULL`)} AS r`.execute(
      trx,
    )
    return told
  })
  return new Map(rows.map(({ no, book, ts }) => [windowKey({ deviceNo: no, book, fromTs: 0, toTs: 0 }), ts]))
}

/** The numbers under which the flows of devices are booked, by `windowKey`; those that have none yet get one. */
export const flowBooks = async (
  trx: Db,
  flows: readonly { deviceNo: number; counter: FlowCounter }[],
): Promise<Map<string, number>> => {
  if (flows.length === 0) return new Map()
  const [nos, counters] = [flows.map(({ deviceNo }) => deviceNo), flows.map(({ counter }) => counter)]
  await sql`
    INSERT INTO counter_book (device_no, counter)
    SELECT c.no, c.counter FROM unnest(${nos}::int[], ${counters}::text[]) AS c(no, counter)
     WHERE NOT EXISTS (SELECT FROM counter_book b WHERE b.device_no = c.no AND b.counter = c.counter)
    ON CONFLICT (device_no, counter) DO NOTHING`.execute(trx)
  const rows = await trx.selectFrom('counter_book').selectAll().where('device_no', 'in', nos).execute()
  return new Map(rows.map(({ no, device_no, counter }) => [`${device_no} ${counter}`, no]))
}
