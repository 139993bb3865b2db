import { type RawBuilder, sql } from 'kysely'
import { listMetrics, numberMetrics, phasesMetrics, switchMetrics } from '#domain/telemetry/metrics.ts'

/** Columns of `reading`, as the view of packed days has them too. */
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
const utcDay = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${at} AT TIME ZONE 'UTC')::date`
/** UTC day of the last instant before another one. */
const dayBefore = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${at} AT TIME ZONE 'UTC') - interval '1 ms')::date`

/**
 * The readings of devices in [from, to), whether they are still rows or their day is packed: what every reader takes in
 * place of the table `reading`, which has the recent ones alone (docs/decisions/127-packed-days.md). `whose`: a condition
 * on `device_no`, `= w.no` or `= ANY(…)`. Instants are SQL, of parameters or of columns that stand before it; what is
 * unpacked are the UTC days between them and nothing else. Goes into FROM, under a name; after `CROSS JOIN LATERAL` where
 * it speaks of columns.
 */
export const readings = (
  whose: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  SELECT ${columns} FROM reading WHERE device_no ${whose} AND ts >= ${from} AND ts < ${to}
  UNION ALL
  SELECT ${columns} FROM reading_unpacked
   WHERE device_no ${whose} AND day >= ${utcDay(from)} AND day <= ${dayBefore(to)} AND ts >= ${from} AND ts < ${to})`

export const ofDevices = (nos: readonly number[]): RawBuilder<unknown> => sql`= ANY(${[...nos]}::int[])`
export const ofDevice = (no: number): RawBuilder<unknown> => sql`= ${no}::int`

/**
 * The reading of one device that stands next to an instant, before it or at and after it, as one row with its `ts`, or
 * none. `no`, `edge` and `condition` (over a row called `o`) are SQL. However far it is, or no farther than `limit`: days are
 * unpacked one by one.
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
  return sql`(
  SELECT ts FROM (
    (SELECT o.ts FROM reading o WHERE o.device_no = ${no} AND ${outside} AND ${condition} ORDER BY o.ts ${order} LIMIT 1)
    UNION ALL
    (SELECT found.ts FROM reading_packed p
      CROSS JOIN LATERAL (
        SELECT ${nearest} AS ts FROM reading_unpacked o
         WHERE o.device_no = p.device_no AND o.day = p.day AND ${outside} AND ${condition}) AS found
      WHERE p.device_no = ${no} AND ${days} ${within} AND found.ts IS NOT NULL ORDER BY p.day ${order} LIMIT 1)) AS both_forms
   ORDER BY ts ${order} LIMIT 1)`
}
