import type { PoolClient } from 'pg'
import { RUNS_W } from '#domain/telemetry/device-state.ts'
import { listMetrics, numberMetrics, phasesMetrics } from '#domain/telemetry/metrics.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import type { StoredMetrics } from '#domain/telemetry/reading-quality.ts'
import { STILL_REACH_MS } from '#domain/telemetry/still-power.ts'
import { int4Array, timestamptzArray } from '../../platform/db/binary-array.ts'
import { saidW, saidWh } from './mark-still.ts'

/** Of a device, from the first reading that came to the last. */
export type Stretch = { deviceNo: number; fromTs: number; toTs: number }

const columns = (rows: readonly Stretch[]): Buffer[] => [
  int4Array(rows.map(({ deviceNo }) => deviceNo)),
  timestamptzArray(rows.map(({ fromTs }) => fromTs)),
  timestamptzArray(rows.map(({ toTs }) => toTs)),
]

/**
 * Of readings that came (`fromTs`, up to before the next that came with it, `toTs`) those after which another that was
 * there is set aside or says the same. One look by index a reading, which finds nothing where none came before it.
 * `repeated`: some may have been there themselves.
 */
export const followedReadings = async (
  client: PoolClient,
  came: readonly Stretch[],
  repeated: boolean,
): Promise<{ deviceNo: number; ts: number }[]> => {
  const still = qualityFlags.still
  // Sorted twice over, or by what is the same in all of it, so that it stays by itself: see `one` in readings-sql.ts.
  const { rows } = await client.query<{ deviceNo: number; ts: number }>(
    `SELECT c.no AS "deviceNo", c.ts
       FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) AS c(no, ts, until)
      CROSS JOIN LATERAL (
        SELECT one.* FROM (
          SELECT device_no, ts, ${saidW('o')} AS p, ${saidWh('o')} AS wh, flags, c.ts AS came FROM reading o
           WHERE device_no = c.no AND ts > c.ts AND ts < c.until AND ts BETWEEN $4 AND $5
           ORDER BY ts LIMIT 1) AS one ORDER BY one.ts) AS b
       LEFT JOIN LATERAL (
         SELECT ${saidW('o')} AS p, ${saidWh('o')} AS wh, flags FROM reading o
          WHERE device_no = b.device_no AND ts = b.came AND ts BETWEEN $4 AND $5 ORDER BY device_no) AS own ON b.p > ${RUNS_W}
      WHERE b.p > ${RUNS_W}
        AND (b.flags & ${still} <> 0 OR (own.p = b.p AND own.wh IS NOT DISTINCT FROM b.wh) OR own.flags & ${still} <> 0)${
          repeated
            ? `
      UNION
     SELECT o.device_no, o.ts
       FROM unnest($1::int[], $2::timestamptz[]) AS c(no, ts)
      CROSS JOIN LATERAL (
        SELECT device_no, ts, flags FROM reading
         WHERE device_no = c.no AND ts = c.ts AND ts BETWEEN $4 AND $5 ORDER BY device_no) AS o
      WHERE o.flags & ${still} <> 0`
            : ''
        }`,
    [
      ...columns(came),
      new Date(Math.min(...came.map(({ fromTs }) => fromTs))),
      new Date(Math.max(...came.map(({ toTs }) => toTs))),
    ],
  )
  return rows
}

export type StretchReading = StoredMetrics & {
  /** Of which stretch, by its place: two of a device may have the same reading, and not what stands between them. */
  stretch: number
  ts: number
  flags: number
  raw: Readonly<Record<string, unknown>> | null
  saidW: number | null
  saidWh: number | null
}

const metrics = [...numberMetrics, ...phasesMetrics, ...listMetrics].map((name) => `r.${name}`).join(', ')

/** What lies next to an instant on one side, and where it stops saying the same; beyond that nothing is read. */
const beside = (name: string, edge: string, side: 'before' | 'after'): string => {
  const [outside, farther, order, within] =
    side === 'before'
      ? [`o.ts < ${edge}`, `o.ts < ${name}.ts`, 'DESC', `o.ts > ${edge} - $6 * interval '1 millisecond'`]
      : [`o.ts > ${edge}`, `o.ts > ${name}.ts`, 'ASC', `o.ts < ${edge} + $6 * interval '1 millisecond'`]
  const row = `o.device_no = s.device_no AND ${within} AND o.ts BETWEEN $4 AND $5`
  return `
    LEFT JOIN LATERAL (
      SELECT o.ts, ${saidW('o')} AS p, ${saidWh('o')} AS wh FROM reading o
       WHERE ${row} AND ${outside} ORDER BY o.ts ${order} LIMIT 1) AS ${name} ON true
    LEFT JOIN LATERAL (
      SELECT o.ts FROM reading o
       WHERE ${row} AND ${farther} AND ${name}.p > ${RUNS_W}
         AND (${saidW('o')} IS DISTINCT FROM ${name}.p OR ${saidWh('o')} IS DISTINCT FROM ${name}.wh)
       ORDER BY o.ts ${order} LIMIT 1) AS ${name}_end ON true`
}
const endOf = (name: string, furthest: string): string =>
  `CASE WHEN ${name}.p > ${RUNS_W} THEN coalesce(${name}_end.ts, ${furthest}) ELSE coalesce(${name}.ts, ${furthest}) END`

/**
 * The readings of each stretch, and those beside it that repeat what stands next to it, sorted. A stretch begins with a
 * reading that is there.
 */
export const readingsAround = async (
  client: PoolClient,
  stretches: readonly Stretch[],
): Promise<StretchReading[]> => {
  // As far as what is set aside may reach, and from there as far as it may look back.
  const far = 2 * STILL_REACH_MS
  const { rows } = await client.query<StretchReading>(
    `SELECT s.stretch, r.ts, r.flags, r.raw, ${saidW('r')} AS "saidW", ${saidWh('r')} AS "saidWh", ${metrics}
       FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS c(no, from_ts, to_ts, place)
      CROSS JOIN LATERAL (
        SELECT device_no, ts AS from_ts, c.to_ts, (c.place - 1)::int AS stretch FROM reading
         WHERE device_no = c.no AND ts = c.from_ts AND ts BETWEEN $4 AND $5 ORDER BY device_no) AS s
       ${beside('a', 's.from_ts', 'before')} ${beside('b', 's.to_ts', 'after')}
       CROSS JOIN LATERAL (
         SELECT * FROM reading_rows
          WHERE device_no = s.device_no AND ts BETWEEN $4 AND $5
            AND ts > ${endOf('a', "s.from_ts - $6 * interval '1 millisecond'")}
            AND ts < ${endOf('b', "s.to_ts + $6 * interval '1 millisecond'")}
          -- By index, and not all of the device first.
          OFFSET 0) AS r
      ORDER BY s.stretch, r.ts`,
    [
      ...columns(stretches),
      new Date(Math.min(...stretches.map(({ fromTs }) => fromTs)) - far),
      new Date(Math.max(...stretches.map(({ toTs }) => toTs)) + far),
      far,
    ],
  )
  return rows
}

/** Writes flags of readings, and of the newest live one of a device where it is one of them; gives the devices of these. */
export const saveStill = async (
  client: PoolClient,
  changed: readonly { deviceNo: number; ts: number; flags: number }[],
): Promise<number[]> => {
  const { rows } = await client.query<{ no: number }>(
    `WITH c AS (SELECT * FROM unnest($1::int[], $2::timestamptz[], $3::int[]) AS c(no, ts, flags)),
     written AS (
       UPDATE reading r SET flags = c.flags FROM c
        WHERE r.device_no = c.no AND r.ts = c.ts AND r.ts BETWEEN $4 AND $5)
     UPDATE latest l SET flags = c.flags FROM c WHERE l.device_no = c.no AND l.ts = c.ts RETURNING l.device_no AS no`,
    [
      int4Array(changed.map(({ deviceNo }) => deviceNo)),
      timestamptzArray(changed.map(({ ts }) => ts)),
      int4Array(changed.map(({ flags }) => flags)),
      new Date(Math.min(...changed.map(({ ts }) => ts))),
      new Date(Math.max(...changed.map(({ ts }) => ts))),
    ],
  )
  return rows.map(({ no }) => no)
}
