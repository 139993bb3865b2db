import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'

export type LifeRow = {
  no: number
  /** A flow: it goes by night, too, and has no rating. */
  by_time: boolean
  rated_w: number | null
  created_at: number
  removed_at: number | null
  first_day: string | null
  latitude: number
  north: boolean
  longitude: number
  east: boolean
  report_min: number
  time_zone: string
}

export const livesOf = async (db: Db, nos: readonly number[]): Promise<LifeRow[]> =>
  (
    await sql<LifeRow>`
      SELECT n.no, b.no IS NOT NULL AS by_time,
             CASE WHEN b.no IS NULL THEN greatest(d.rated_w, d.shown_w) END AS rated_w, d.created_at, d.removed_at, f.day AS first_day, s.latitude, s.north, s.longitude, s.east,
             s.report_min, s.time_zone
        FROM unnest(${[...nos]}::int[]) AS n(no)
        LEFT JOIN counter_book b ON b.no = n.no
        JOIN device d ON d.no = coalesce(b.device_no, n.no) JOIN station s ON s.id = d.station_id
        LEFT JOIN LATERAL (SELECT e.day FROM energy_day e WHERE e.device_no = n.no AND e.first_ts IS NOT NULL
                            ORDER BY e.day LIMIT 1) AS f ON true
       ORDER BY n.no`.execute(db)
  ).rows

/** Known thousandths of single days of single devices. */
export const knownOn = async (
  db: Db,
  days: readonly { no: number; day: string }[],
): Promise<Map<string, number>> => {
  if (days.length === 0) return new Map()
  const { rows } = await sql<{ no: number; day: string; known: number }>`
    SELECT e.device_no AS no, e.day, coalesce(e.known, 0) AS known
      FROM unnest(${days.map(({ no }) => no)}::int[], ${days.map(({ day }) => day)}::date[]) AS w(no, day)
      JOIN energy_day e ON e.device_no = w.no AND e.day = w.day`.execute(db)
  return new Map(rows.map(({ no, day, known }) => [`${no} ${day}`, known]))
}

type BarRow = { no: number; key: string; known: number; unmeasured: number }

/** By device and bar: keys of `length` characters of the day. Longer bars than days come from whole months. */
export const knownByBar = async (
  db: Db,
  nos: readonly number[],
  length: number,
  limits: { fromDay: string; toDay: string } | null,
): Promise<BarRow[]> => {
  const [from, to] = [limits?.fromDay ?? '0001-01-01', limits?.toDay ?? '9999-12-31']
  const days = sql`SELECT device_no, day, known, (first_ts IS NOT NULL AND known IS NULL)::int AS unmeasured
                     FROM energy_day WHERE device_no = ANY(${[...nos]}::int[]) AND day BETWEEN ${from}::date AND ${to}::date`
  const months = sql`SELECT device_no, month AS day, known, unmeasured
                       FROM energy_month WHERE device_no = ANY(${[...nos]}::int[]) AND month BETWEEN ${from}::date AND ${to}::date`
  const { rows } = await sql<BarRow>`
    SELECT device_no AS no, left(day::text, ${length}::int) AS key, coalesce(sum(known), 0) AS known,
           sum(unmeasured) AS unmeasured
      FROM (${length === 10 ? days : months}) AS booked GROUP BY 1, 2`.execute(db)
  return rows
}

type SpanRow = { no: number; fromDay: string; toDay: string; known: number | null }

export const spansKnown = async (
  db: Db,
  nos: readonly number[],
  limits: { fromDay: string; toDay: string } | null,
): Promise<SpanRow[]> =>
  (
    await sql<SpanRow>`
      SELECT device_no AS no, from_day AS "fromDay", to_day AS "toDay", known FROM energy_span
       WHERE device_no = ANY(${[...nos]}::int[])
         AND (${limits?.fromDay ?? null}::date IS NULL
              OR (from_day <= ${limits?.toDay ?? null}::date AND to_day >= ${limits?.fromDay ?? null}::date))`.execute(
      db,
    )
  ).rows
