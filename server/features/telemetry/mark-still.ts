import type { PoolClient } from 'pg'
import { STILL_FLAGS } from '#domain/telemetry/quality-flags.ts'
import { STILL_MS, STILL_READINGS, STILL_UNITS } from '#domain/telemetry/still-power.ts'
import { int4Array, timestamptzArray } from '../../platform/db/binary-array.ts'

/** As `generation-sql.ts` says it, for a statement of a connection of its own; and the counter of the same side. */
export const saidW = (row: string): string =>
  `CASE WHEN ${row}.p_pv IS NULL AND coalesce(${row}.e_pv, 0) <= 0 THEN ${row}.p ELSE ${row}.p_pv END`
export const saidWh = (row: string): string =>
  `CASE WHEN ${row}.e_pv > 0 THEN ${row}.e_pv ELSE ${row}.e_tot END`

/** A reading that says power while the sun is down: since when it is, and from when on what is the same counts. */
export type DarkReading = { deviceNo: number; ts: number; darkSince: number; from: number }

/**
 * Sets aside power that stands still while the sun is down, and what it repeats of the time before: `stillMarks` for the
 * newest reading of a device, in sets. Readings of the night that say power are few; most look back at one reading, which
 * says something else. What comes before one that is there already is looked at by `look-again.ts`.
 */
export const markStill = async (client: PoolClient, dark: readonly DarkReading[]): Promise<void> => {
  if (dark.length === 0) return
  const sorted = dark.toSorted((a, b) => a.deviceNo - b.deviceNo || a.ts - b.ts)
  await client.query({
    // Planned each time: a plan of the first readings of a day, kept, fits none of the later ones.
    text: `
    WITH run AS MATERIALIZED (
      SELECT s.*, first.ts AS since
        FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) AS c(no, ts, dark, since_ts)
        -- Sorted by what is the same in all of it: so it stays by itself, and what follows looks back from a reading.
        CROSS JOIN LATERAL (
          SELECT device_no, ts, ${saidW('o')} AS p, ${saidWh('o')} AS wh, c.dark, c.since_ts FROM reading o
           WHERE device_no = c.no AND ts = c.ts AND ${saidW('o')} IS NOT NULL AND ts BETWEEN $8 AND $9
           ORDER BY device_no) AS s
        CROSS JOIN LATERAL (
          SELECT coalesce(max(b.ts), s.since_ts) AS ts FROM (
            SELECT o.ts FROM reading o
             WHERE o.device_no = s.device_no AND o.ts < s.ts AND o.ts > s.since_ts AND o.ts BETWEEN $8 AND $9
               AND (${saidW('o')} IS DISTINCT FROM s.p OR ${saidWh('o')} IS DISTINCT FROM s.wh)
             ORDER BY o.ts DESC LIMIT 1) AS b) AS broke
        CROSS JOIN LATERAL (
          SELECT min(o.ts) AS ts, count(*) AS readings FROM reading o
           WHERE o.device_no = s.device_no AND o.ts > broke.ts AND o.ts <= s.ts
             AND o.ts BETWEEN $8 AND $9) AS first
       WHERE first.readings >= $5 AND s.ts - first.ts >= $6 * interval '1 millisecond'
         AND (s.wh IS NULL OR s.p * extract(epoch FROM s.ts - first.ts) / 3600 >= $10::int * CASE
                WHEN mod(s.wh::numeric, 1000) = 0 THEN 1000 WHEN mod(s.wh::numeric, 100) = 0 THEN 100
                WHEN mod(s.wh::numeric, 10) = 0 THEN 10 ELSE 1 END)),
    marked AS (
      UPDATE reading r SET flags = r.flags | $7
        FROM run
       WHERE r.device_no = run.device_no AND r.ts >= run.since AND r.ts <= run.ts AND (r.ts > run.since OR r.ts >= run.dark)
         AND r.ts BETWEEN $8 AND $9 AND r.flags & $7 <> $7
      RETURNING r.device_no)
    UPDATE latest l SET flags = l.flags | $7
      FROM run
     WHERE l.device_no = run.device_no AND l.ts BETWEEN run.since AND run.ts AND (l.ts > run.since OR l.ts >= run.dark)
       AND l.flags & $7 <> $7`,
    values: [
      int4Array(sorted.map(({ deviceNo }) => deviceNo)),
      timestamptzArray(sorted.map(({ ts }) => ts)),
      timestamptzArray(sorted.map(({ darkSince }) => darkSince)),
      timestamptzArray(sorted.map(({ from }) => from)),
      STILL_READINGS,
      STILL_MS,
      STILL_FLAGS,
      // Outer bounds, so that the partitions beyond are left alone.
      new Date(Math.min(...dark.map(({ from }) => from))),
      new Date(Math.max(...dark.map(({ ts }) => ts))),
      STILL_UNITS,
    ],
  })
}
