import type { PoolClient } from 'pg'
import type { SaidMetrics } from '#domain/telemetry/reading-quality.ts'
import { booksOfReading } from '#domain/telemetry/counters.ts'
import { booksOfRow } from './counter-sql.ts'
import { encodeReadings, measured, type RowForm, smallNames } from './encode-readings.ts'
import { int2Array, int4Array, timestamptzArray } from '../../platform/db/binary-array.ts'
import { copyIn } from '../../platform/db/copy-in.ts'

/** A reading that passed the rules, under its device's number. */
export type KeptReading = {
  deviceNo: number
  /** The same device, for those who are told of it. */
  device: { id: string; stationId: string }
  ts: number
  receivedAt: number
  hist: boolean
  /** Index into `deviceStates`. */
  state: number | null
  flags: number
  m: SaidMetrics
  raw: Readonly<Record<string, unknown>> | null
}

const columnNames = ['device_no', 'ts', 'received_at', 'hist', ...measured]
const allColumns = [...columnNames, ...smallNames].join(', ')
/** What stands in the stage in both forms, in one of them. */
const once: Record<string, string> = {
  u: 'CASE WHEN num_nonnulls(u1, u2, u3) = 0 THEN u END',
  i: 'CASE WHEN num_nonnulls(i1, i2, i3) = 0 THEN i END',
  mppt: 'CASE WHEN trackers IS NULL THEN mppt END',
  str: 'CASE WHEN strings IS NULL THEN str END',
}
const onceColumns = [...columnNames, ...smallNames].map((name) => once[name] ?? name).join(', ')
const measuredColumns = measured.join(', ')
const assignments = measured.map((name) => `${name} = excluded.${name}`).join(', ')

/** The stage of a connection lasts as long as it does and is emptied by every commit. */
export const ensureStage = async (client: PoolClient, staged: Set<PoolClient>): Promise<void> => {
  if (staged.has(client)) return
  await client.query(
    `CREATE TEMPORARY TABLE IF NOT EXISTS reading_stage (LIKE reading INCLUDING DEFAULTS) ON COMMIT DELETE ROWS`,
  )
  staged.add(client)
  client.once('end', () => staged.delete(client))
}

const copyInto = async (
  client: PoolClient,
  table: 'reading' | 'reading_stage',
  readings: readonly KeptReading[],
  form: RowForm,
): Promise<void> => {
  const { columns, rows } = encodeReadings(readings, form)
  await copyIn(client, `COPY ${table} (${columns}) FROM STDIN (FORMAT binary)`, rows)
}

/** Brings readings into the stage of the connection's running transaction, from which they are kept in this form. */
export const stageReadings = async (
  client: PoolClient,
  readings: readonly KeptReading[],
  small: boolean,
): Promise<void> => copyInto(client, 'reading_stage', readings, small ? 'both' : 'wide')

export type Kept = {
  /** Readings that were not there before. */
  stored: number
  /** Devices whose newest live reading moved. */
  moved: number[]
}

const markDue = `
      ON CONFLICT (device_no) DO UPDATE SET since = least(energy_due.since, excluded.since),
        until = greatest(energy_due.until, excluded.until), books = energy_due.books | excluded.books,
        marked = energy_due.marked + 1`

/** A clock that runs ahead must not hold the live value back afterwards: there the arrival counts. */
const newestOf = (distinct: '' | 'DISTINCT ON (device_no)', rest: string): string => `
      INSERT INTO latest (device_no, ts, received_at, ${measuredColumns})
      SELECT ${distinct} device_no, least(ts, received_at), received_at, ${measuredColumns}
        FROM reading_stage ${rest}
      ON CONFLICT (device_no) DO UPDATE
        SET ts = excluded.ts, received_at = excluded.received_at, ${assignments}
        WHERE latest.ts < excluded.ts
      RETURNING device_no`
const newest = newestOf(
  'DISTINCT ON (device_no)',
  'WHERE NOT hist ORDER BY device_no, least(ts, received_at) DESC, ts DESC',
)
/** Where the stage has the newest of each device alone, in the order of devices. */
const newestAlone = newestOf('', '')

/**
 * Stage to tables, in one statement: readings once per device and instant, the newest live one per device (forward
 * only), and the mark of what the ledger has to look at again. Sorted, so that two batches never wait for each other
 * in a ring.
 */
export const keepStaged = async (client: PoolClient): Promise<Kept> => {
  const { rows } = await client.query<{ stored: number; moved: number[] | null }>(`
    WITH stored AS (
      INSERT INTO reading (${allColumns})
      SELECT ${onceColumns} FROM reading_stage ORDER BY device_no, ts
      ON CONFLICT (device_no, ts) DO NOTHING
      RETURNING device_no, ts, ${booksOfRow('reading')} AS books
    ), due AS (
      INSERT INTO energy_due (device_no, since, until, books)
      SELECT device_no, min(ts), max(ts), bit_or(books) FROM stored
       WHERE books <> 0 GROUP BY device_no ORDER BY device_no
      ${markDue}
    ), newest AS (${newest})
    SELECT (SELECT count(*) FROM stored)::int AS stored, (SELECT array_agg(device_no) FROM newest) AS moved`)
  const row = rows[0]
  return { stored: row?.stored ?? 0, moved: row?.moved ?? [] }
}

/**
 * The same without the detour, three times as fast, for readings none of which is there yet: they are copied where
 * they belong, only the newest of each device pass through the stage.
 * @throws 23505 when one is there after all; the transaction is lost then, and the stage is the way.
 */
export const keepNew = async (
  client: PoolClient,
  readings: readonly KeptReading[],
  small: boolean,
): Promise<Kept> => {
  const { rows, newestOf, due } = sortOut(readings)
  await copyInto(client, 'reading', rows, small ? 'small' : 'wide')
  if (newestOf.length > 0) await stageReadings(client, newestOf, false)
  const told = await client.query<{ moved: number[] | null }>({
    name: 'intake-newest',
    text: `WITH due AS (
      INSERT INTO energy_due (device_no, since, until, books)
      SELECT * FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::smallint[])
      ${markDue}
    ), newest AS (${newestAlone})
    SELECT array_agg(device_no) AS moved FROM newest`,
    values: [
      int4Array(due.map(({ no }) => no)),
      timestamptzArray(due.map(({ since }) => since)),
      timestamptzArray(due.map(({ until }) => until)),
      int2Array(due.map(({ books }) => books)),
    ],
  })
  return { stored: rows.length, moved: told.rows[0]?.moved ?? [] }
}

type SortedOut = {
  /** By device and instant, each once: the first of its kind, as the stage keeps it. */
  rows: KeptReading[]
  /** The newest live one of each device. */
  newestOf: KeptReading[]
  due: { no: number; since: number; until: number; books: number }[]
}

/** What the statement of `keepStaged` does in sets, for readings that are in memory. */
const sortOut = (readings: readonly KeptReading[]): SortedOut => {
  const sorted = readings.toSorted((a, b) => a.deviceNo - b.deviceNo || a.ts - b.ts)
  const found: SortedOut = { rows: [], newestOf: [], due: [] }
  const heardAt = ({ ts, receivedAt }: KeptReading): number => Math.min(ts, receivedAt)
  let before: KeptReading | undefined
  let newest: KeptReading | undefined
  let due: SortedOut['due'][number] | undefined
  for (const reading of sorted) {
    const { deviceNo, ts, m, flags } = reading
    if (deviceNo !== before?.deviceNo) {
      if (newest !== undefined) found.newestOf.push(newest)
      newest = undefined
      due = undefined
    }
    if (!reading.hist && (newest === undefined || heardAt(reading) >= heardAt(newest))) newest = reading
    if (deviceNo === before?.deviceNo && ts === before.ts) continue
    before = reading
    found.rows.push(reading)
    const books = booksOfReading(m, flags)
    if (books === 0) continue
    if (due === undefined) {
      due = { no: deviceNo, since: ts, until: ts, books: 0 }
      found.due.push(due)
    }
    due.until = ts
    due.books |= books
  }
  if (newest !== undefined) found.newestOf.push(newest)
  return found
}
