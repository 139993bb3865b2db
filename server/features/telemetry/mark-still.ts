import type { PoolClient } from 'pg'
import { STILL_FLAGS } from '#domain/telemetry/quality-flags.ts'
import { STILL_BACK_MS, STILL_MS, STILL_READINGS, STILL_UNITS } from '#domain/telemetry/still-power.ts'
import { instants, plainArray } from '../../platform/db/plain-array.ts'

/** As `generation-sql.ts` says it, for a statement of a connection of its own; and the counter of the same side. */
const said = (row: string): string =>
  `CASE WHEN ${row}.p_pv IS NULL AND coalesce(${row}.e_pv, 0) <= 0 THEN ${row}.p ELSE ${row}.p_pv END`
const wh = (row: string): string => `CASE WHEN ${row}.e_pv > 0 THEN ${row}.e_pv ELSE ${row}.e_tot END`

/** A reading that says power while the sun is down, and from when to when it is. */
export type DarkReading = { deviceNo: number; ts: number; darkSince: number; darkUntil: number }

/**
 * Sets aside power that stands still while the sun is down, and what it repeats of the time before: `stillSince` in
 * sets. Readings of the night that say power are few; most look back at one reading, which says something else. One that
 * comes after what was said next is looked at together with what repeats it of the same night.
 */
export const markStill = async (client: PoolClient, dark: readonly DarkReading[]): Promise<void> => {
  if (dark.length === 0) return
  const sorted = dark.toSorted((a, b) => a.deviceNo - b.deviceNo || a.ts - b.ts)
  await client.query({
    // Planned each time: a plan of the first readings of a day, kept, fits none of the later ones.
    text: `
    WITH said AS (
      SELECT DISTINCT r.device_no, repeated.ts, r.p, r.wh, c.dark
        FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $11::timestamptz[]) AS c(no, ts, dark, light)
        CROSS JOIN LATERAL (
          SELECT device_no, ts, ${said('o')} AS p, ${wh('o')} AS wh FROM reading o
           WHERE device_no = c.no AND ts = c.ts AND ${said('o')} IS NOT NULL AND ts BETWEEN $8 AND $9 LIMIT 1) AS r
        CROSS JOIN LATERAL (
          SELECT min(b.ts) AS ts FROM (
            SELECT o.ts FROM reading o
             WHERE o.device_no = r.device_no AND o.ts > r.ts AND o.ts < c.light AND o.ts BETWEEN $8 AND $9
               AND (${said('o')} IS DISTINCT FROM r.p OR ${wh('o')} IS DISTINCT FROM r.wh)
             ORDER BY o.ts LIMIT 1) AS b) AS other
        CROSS JOIN LATERAL (
          SELECT o.ts FROM reading o
           WHERE o.device_no = r.device_no AND o.ts >= r.ts AND o.ts < coalesce(other.ts, c.light)
             AND o.ts BETWEEN $8 AND $9
           ORDER BY o.ts DESC LIMIT 1) AS repeated),
    run AS (
      SELECT s.*, first.ts AS since
        FROM said s
        CROSS JOIN LATERAL (
          SELECT coalesce(max(b.ts), s.ts - $4 * interval '1 millisecond') AS ts FROM (
            SELECT o.ts FROM reading o
             WHERE o.device_no = s.device_no AND o.ts < s.ts AND o.ts > s.ts - $4 * interval '1 millisecond'
               AND o.ts BETWEEN $8 AND $9
               AND (${said('o')} IS DISTINCT FROM s.p OR ${wh('o')} IS DISTINCT FROM s.wh)
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
        FROM (SELECT device_no, p, since, min(dark) AS dark, max(ts) AS until FROM run GROUP BY device_no, p, since) AS w
       WHERE r.device_no = w.device_no AND r.ts >= w.since AND r.ts <= w.until AND (r.ts > w.since OR r.ts >= w.dark)
         AND ${said('r')} = w.p AND r.ts BETWEEN $8 AND $9 AND r.flags & $7 <> $7
      RETURNING r.device_no, r.ts)
    UPDATE latest l SET flags = l.flags | $7
      FROM run WHERE l.device_no = run.device_no AND l.ts = run.ts AND l.flags & $7 <> $7`,
    values: [
      plainArray(sorted.map(({ deviceNo }) => deviceNo)),
      plainArray(instants(sorted.map(({ ts }) => ts))),
      plainArray(instants(sorted.map(({ darkSince }) => darkSince))),
      STILL_BACK_MS,
      STILL_READINGS,
      STILL_MS,
      STILL_FLAGS,
      // Outer bounds, so that the partitions beyond are left alone.
      new Date(Math.min(...dark.map(({ ts }) => ts)) - STILL_BACK_MS),
      new Date(Math.max(...dark.map(({ darkUntil }) => darkUntil))),
      STILL_UNITS,
      plainArray(instants(sorted.map(({ darkUntil }) => darkUntil))),
    ],
  })
}
