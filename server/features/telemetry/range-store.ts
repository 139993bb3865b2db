import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

/**
 * Days of a station, both ends included. Of a span of several days that lies inside `fromDay` to `toDay`, the part
 * counts that `partFrom` to `partTo` has of its days; all other energy is of the days of that part alone.
 */
export type Range = {
  stationId: string
  fromDay: string
  toDay: string
  partFrom: string
  partTo: string
}

export type RangeRow = {
  /** The range, by its place in the list. */
  at: number
  /** A device. */
  no: number
  wh: number | null
  known: number
  unmeasured: number
  span_wh: number | null
  span_known: number
  shared: number
}

/**
 * Whole months come from `energy_month`, the days at both ends from `energy_day`: one row a device and range, however
 * long it is.
 */
export const energyOfRanges = async (db: Db, ranges: readonly Range[]): Promise<RangeRow[]> => {
  if (ranges.length === 0) return []
  const column = (name: keyof Range) => ranges.map((range) => range[name])
  const { rows } = await sql<RangeRow>`
    WITH g AS MATERIALIZED (
      SELECT r.at::int AS at, r.from_day, r.to_day, r.part_from, r.part_to, d.no,
             (date_trunc('month', (r.part_from - 1)::timestamp) + interval '1 month')::date AS month_from,
             date_trunc('month', (r.part_to + 1)::timestamp)::date AS month_to
        FROM unnest(${column('stationId')}::uuid[], ${column('fromDay')}::date[], ${column('toDay')}::date[],
                    ${column('partFrom')}::date[], ${column('partTo')}::date[])
             WITH ORDINALITY AS r(station_id, from_day, to_day, part_from, part_to, at)
        JOIN device d ON d.station_id = r.station_id AND d.kind = 'inverter')
    SELECT g.at - 1 AS at, g.no, booked.wh, coalesce(booked.known, 0) AS known,
           coalesce(booked.unmeasured, 0) AS unmeasured, spans.wh AS span_wh, spans.known AS span_known, spans.shared
      FROM g
      CROSS JOIN LATERAL (
        SELECT sum(b.wh)::float8 AS wh, sum(b.known)::float8 AS known, sum(b.unmeasured)::float8 AS unmeasured FROM (
          SELECT CASE WHEN m.days > 0 THEN m.wh END AS wh, m.known, m.unmeasured
            FROM energy_month m WHERE m.device_no = g.no AND m.month >= g.month_from AND m.month < g.month_to
          UNION ALL
          SELECT CASE WHEN e.first_ts IS NOT NULL THEN e.wh END, coalesce(e.known, 0),
                 (e.first_ts IS NOT NULL AND e.known IS NULL)::int
            FROM energy_day e WHERE e.device_no = g.no AND e.day >= g.part_from
             AND e.day <= CASE WHEN g.month_from < g.month_to THEN g.month_from - 1 ELSE g.part_to END
          UNION ALL
          SELECT CASE WHEN e.first_ts IS NOT NULL THEN e.wh END, coalesce(e.known, 0),
                 (e.first_ts IS NOT NULL AND e.known IS NULL)::int
            FROM energy_day e WHERE e.device_no = g.no AND g.month_from < g.month_to
             AND e.day >= g.month_to AND e.day <= g.part_to) AS b) AS booked
      CROSS JOIN LATERAL (
        SELECT sum(s.wh * s.part) FILTER (WHERE s.inside AND s.part > 0) AS wh,
               coalesce(sum(s.known * s.part) FILTER (WHERE s.inside AND s.part > 0), 0) AS known,
               coalesce(sum(s.wh) FILTER (WHERE NOT s.inside), 0)::float8 AS shared
          FROM (SELECT e.wh, e.known, e.from_day >= g.from_day AND e.to_day <= g.to_day AS inside,
                       greatest(0, least(e.to_day, g.part_to) - greatest(e.from_day, g.part_from) + 1)::float8
                         / (e.to_day - e.from_day + 1) AS part
                  FROM energy_span e
                 WHERE e.device_no = g.no AND e.from_day <= g.to_day AND e.to_day >= g.from_day) AS s) AS spans`.execute(
    db,
  )
  return rows
}
