import { type RawBuilder, sql } from 'kysely'
import {
  type ListMetric,
  listMetrics,
  numberMetrics,
  phasesMetrics,
  switchMetrics,
} from '#domain/telemetry/metrics.ts'
import type { MpptReading, StringReading } from '../../platform/db/tables/telemetry.ts'
import { plainArray } from '../../platform/db/plain-array.ts'
import { listOf, stringKeys, trackerKeys } from './list-bytes.ts'

/** Columns of the views `reading_rows` and `reading_unpacked`. */
export const readingColumns = [
  'device_no',
  'ts',
  'received_at',
  'hist',
  'state',
  'flags',
  ...numberMetrics,
  ...phasesMetrics,
  ...switchMetrics,
  ...listMetrics,
  'al',
  'raw',
] as const

const columns = sql.raw(readingColumns.join(', '))
/** Lists as rows have them: JSON or bytes. */
const rowLists = sql.raw('mppt_said, trackers, str_said, strings')
const packedLists = sql.raw(
  'mppt AS mppt_said, NULL::bytea AS trackers, str AS str_said, NULL::bytea AS strings',
)
const utcDay = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${at} AT TIME ZONE 'UTC')::date`
/** UTC day of the last instant before another one. */
const dayBefore = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${at} AT TIME ZONE 'UTC') - interval '1 ms')::date`

/**
 * The readings of devices in [from, to), whether they are still rows or their day is packed: what every reader takes in
 * place of the table `reading`, which has the recent ones alone (docs/decisions/127-packed-days.md). `whose`: a condition
 * on `device_no`, `= w.no` or `= ANY(…)`. Instants are SQL, of parameters or of columns that stand before it; what is
 * unpacked are the UTC days between them and nothing else. Goes into FROM, under a name; after `CROSS JOIN LATERAL` where
 * it speaks of columns. Who reads the lists of many readings takes `listAsSaid` or `trackerValues` in place of `mppt` and `str`.
 */
export const readings = (
  whose: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  SELECT ${columns}, ${rowLists} FROM reading_rows WHERE device_no ${whose} AND ts >= ${from} AND ts < ${to}
  UNION ALL
  SELECT ${columns}, ${packedLists} FROM reading_unpacked
   WHERE device_no ${whose} AND day >= ${utcDay(from)} AND day <= ${dayBefore(to)} AND ts >= ${from} AND ts < ${to})`

/**
 * The one row of `asked`, which asks for it by LIMIT, in an order of `ts`: for a statement over a list. Said again, the
 * order makes no work, but keeps a subquery around the limit: a database that is spread over machines refuses one that
 * is joined to a list itself, and takes it below, where each device is asked for alone.
 */
const one = (asked: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT one.* FROM (${asked} ORDER BY ts ${order} LIMIT 1) AS one ORDER BY one.ts ${order})`

const MINUTE_MS = 60_000

/**
 * Of `readings` of these devices in (from, to], epoch ms, in which `condition` (over a row called `o`) holds, the last row
 * of each minute, which ends with its full one, by one look by index a minute: for devices that report many times a
 * minute. Days that are packed come whole.
 */
export const lastOfMinutes = (
  nos: readonly number[],
  { from, to }: { from: number; to: number },
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const [after, until] = [sql`${new Date(from)}::timestamptz`, sql`${new Date(to)}::timestamptz`]
  const first = Math.floor(from / MINUTE_MS) + 1
  const last = Math.ceil(to / MINUTE_MS)
  const own = sql`${plainArray(nos)}::int[]`
  return sql`(
  SELECT o.* FROM unnest(${own}) AS w(no)
   CROSS JOIN generate_series(${first}::int, ${last}::int) AS m(ends)
   CROSS JOIN LATERAL ${one(
     sql`
     SELECT ${columns}, ${rowLists} FROM reading_rows AS o
      WHERE device_no = w.no AND ts > to_timestamp(m.ends::float8 * 60 - 60) AND ts <= to_timestamp(m.ends::float8 * 60)
        AND ts > ${after} AND ts <= ${until} AND ${condition}`,
     sql`DESC`,
   )} AS o
  UNION ALL
  SELECT ${columns}, ${packedLists} FROM reading_unpacked AS o
   WHERE device_no = ANY(${own}) AND day >= ${utcDay(after)} AND day <= ${utcDay(until)} AND ts > ${after} AND ts <= ${until}
     AND ${condition})`
}

/** A list as it lies there, for `openList`. */
export const listAsSaid = (list: ListMetric, row = 'r'): RawBuilder<unknown> =>
  sql.raw(
    list === 'mppt'
      ? `coalesce(${row}.mppt_said, to_jsonb(encode(${row}.trackers, 'hex')))`
      : `coalesce(${row}.str_said, to_jsonb(encode(${row}.strings, 'hex')))`,
  )

/** What trackers said in a reading `r`: rows of `n`, `u`, `i` and `p`, for FROM. */
export const trackerValues = sql`LATERAL tracker_values(r.mppt_said, r.trackers)`

const opened = <Key extends string, List>(keys: readonly Key[], said: List | string): List =>
  typeof said === 'string' ? (listOf(Buffer.from(said, 'hex'), keys) as List) : said
export const openTrackers = (said: MpptReading[] | string | null): MpptReading[] | null =>
  opened(trackerKeys, said)
export const openStrings = (said: StringReading[] | string | null): StringReading[] | null =>
  opened(stringKeys, said)

export const ofDevices = (nos: readonly number[]): RawBuilder<unknown> => sql`= ANY(${[...nos]}::int[])`
export const ofDevice = (no: number): RawBuilder<unknown> => sql`= ${no}::int`

/**
 * The reading of one device that stands next to an instant, before it or at and after it, as one row with its
 * `device_no` and `ts`, or none. `no`, `edge` and `condition` (over a row called `o`) are SQL. However far it is, or no
 * farther than `limit`: days are unpacked one by one.
 */
export const nextReading = (
  side: 'before' | 'after',
  no: RawBuilder<unknown>,
  edge: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  limit?: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const [outside, days, order, nearest] =
    side === 'before'
      ? [sql`o.ts < ${edge}`, sql`p.day <= ${dayBefore(edge)}`, sql`DESC`, sql`max(o.ts)`]
      : [sql`o.ts >= ${edge}`, sql`p.day >= ${utcDay(edge)}`, sql`ASC`, sql`min(o.ts)`]
  const within =
    limit === undefined
      ? sql``
      : side === 'before'
        ? sql`AND p.day >= ${utcDay(limit)}`
        : sql`AND p.day <= ${utcDay(limit)}`
  return one(
    sql`
  SELECT device_no, ts FROM (
    (SELECT o.device_no, o.ts FROM reading o
      WHERE o.device_no = ${no} AND ${outside} AND ${condition} ORDER BY o.ts ${order} LIMIT 1)
    UNION ALL
    (SELECT p.device_no, found.ts FROM reading_packed p
      CROSS JOIN LATERAL (
        SELECT ${nearest} AS ts FROM reading_unpacked o
         WHERE o.device_no = p.device_no AND o.day = p.day AND ${outside} AND ${condition}) AS found
      WHERE p.device_no = ${no} AND ${days} ${within} AND found.ts IS NOT NULL ORDER BY p.day ${order} LIMIT 1)) AS both_forms`,
    order,
  )
}
