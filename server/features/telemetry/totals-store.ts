import { sql } from 'kysely'
import type { FlowCounter } from '#domain/telemetry/counters.ts'
import type { Db } from '../../platform/db/handle.ts'

export const totalsOfDevices = (
  db: Db,
  one: {
    today: string
    todayAt: Date
    monthFrom: string
    monthTo: string
    yearFrom: string
    yearTo: string
    nos: readonly number[]
  },
) =>
  byDevice(sql`
    SELECT '' AS key, no, ${one.today}::date AS today, ${one.todayAt}::timestamptz AS today_at,
           ${one.monthFrom}::date AS month_from, ${one.monthTo}::date AS month_to,
           ${one.yearFrom}::date AS year_from, ${one.yearTo}::date AS year_to
      FROM unnest(${[...one.nos]}::int[]) AS no`).execute(db)

export const totalsOfStations = (
  db: Db,
  stations: readonly { id: string; timeZone: string }[],
  days: {
    today: string
    todayAt: Date
    monthFrom: string
    monthTo: string
    yearFrom: string
    yearTo: string
  }[],
) =>
  byDevice(sql`
    SELECT c.id::text AS key, device.no, today, today_at, month_from, month_to, year_from, year_to
      FROM unnest(${stations.map(({ id }) => id)}::uuid[], ${days.map((day) => day.today)}::date[],
                  ${days.map((day) => day.todayAt)}::timestamptz[],
                  ${days.map((day) => day.monthFrom)}::date[], ${days.map((day) => day.monthTo)}::date[],
                  ${days.map((day) => day.yearFrom)}::date[], ${days.map((day) => day.yearTo)}::date[])
             AS c(id, today, today_at, month_from, month_to, year_from, year_to)
      JOIN device ON device.station_id = c.id AND device.kind = 'inverter'`).execute(db)

/** The flows of devices, and the numbers under which they are booked. */
export const booksOf = async (
  db: Db,
  nos: readonly number[],
): Promise<{ no: number; deviceNo: number; counter: FlowCounter }[]> =>
  nos.length === 0
    ? []
    : db
        .selectFrom('counter_book')
        .select(['no', 'device_no as deviceNo', 'counter'])
        .where('device_no', 'in', [...nos])
        .orderBy('device_no')
        .execute()

export type Long = 'month' | 'year' | 'lifetime'

export type Row = {
  key: string
  no: number
  rated_w: number | null
  latitude: number
  north: boolean
  longitude: number
  east: boolean
  report_min: number
  time_zone: string
  /** A flow: it goes by night, too. */
  by_time: boolean
  today: number | null
  heard_today: boolean
  known_today: number | null
  shared: boolean | null
  first_day: string | null
  created_ago: number
  removed_ago: number | null
  removed_known: number | null
} & Record<Long, number | null> &
  Record<`${Long}_known` | `${Long}_unmeasured`, number> &
  Record<`span_${Long}`, number | null> &
  Record<`span_${Long}_known`, number> &
  Record<'shared_today' | 'shared_month' | 'shared_year', number>

const within = (long: 'month' | 'year', day: string) =>
  sql.raw(`${day} BETWEEN g.${long}_from AND g.${long}_to`)

/**
 * `groups`: rows of devices or of their books (key text, no int, today, today_at, month_from, month_to, year_from, year_to); one row a device. Whole
 * months come from `energy_month`, which is kept with every change of a day: years of days would be too many for a
 * screen. Each device is looked up by itself: joined as sets, a whole installation would be read for one station.
 */
const byDevice = (groups: ReturnType<typeof sql>) => sql<Row>`
  WITH g AS MATERIALIZED (
    SELECT g.*, b.no IS NOT NULL AS by_time, CASE WHEN b.no IS NULL THEN greatest(d.rated_w, d.shown_w) END AS rated_w, s.latitude, s.north, s.longitude, s.east, s.report_min, s.time_zone,
           greatest(0, ceil(extract(epoch FROM g.today_at - d.created_at) / 86400))::int AS created_ago,
           CASE WHEN d.removed_at IS NOT NULL
                THEN greatest(0, ceil(extract(epoch FROM g.today_at - d.removed_at) / 86400))::int END AS removed_ago
      FROM (${groups}) AS g LEFT JOIN counter_book b ON b.no = g.no
      JOIN device d ON d.no = coalesce(b.device_no, g.no) JOIN station s ON s.id = d.station_id)
  SELECT g.key, g.no, g.rated_w, g.latitude, g.north, g.longitude, g.east, g.report_min, g.time_zone, g.by_time,
         CASE WHEN d.first_ts IS NOT NULL THEN d.wh END AS today, d.device_no IS NOT NULL AS heard_today,
         d.known AS known_today, f.day AS first_day,
         g.created_ago, g.removed_ago, r.known AS removed_known,
         one.*, spans.*
    FROM g
    CROSS JOIN LATERAL (
      SELECT sum(m.wh) FILTER (WHERE m.month = g.month_from AND m.days > 0) AS month,
             coalesce(sum(m.known) FILTER (WHERE m.month = g.month_from), 0) AS month_known,
             coalesce(sum(m.unmeasured) FILTER (WHERE m.month = g.month_from), 0) AS month_unmeasured,
             sum(m.wh) FILTER (WHERE ${within('year', 'm.month')} AND m.days > 0) AS year,
             coalesce(sum(m.known) FILTER (WHERE ${within('year', 'm.month')}), 0) AS year_known,
             coalesce(sum(m.unmeasured) FILTER (WHERE ${within('year', 'm.month')}), 0) AS year_unmeasured,
             sum(m.wh) FILTER (WHERE m.days > 0) AS lifetime,
             coalesce(sum(m.known), 0) AS lifetime_known,
             coalesce(sum(m.unmeasured), 0) AS lifetime_unmeasured
        FROM energy_month m WHERE m.device_no = g.no) AS one
    CROSS JOIN LATERAL (
      SELECT bool_or(g.today BETWEEN s.from_day AND s.to_day) AS shared,
             coalesce(sum(s.wh) FILTER (WHERE g.today BETWEEN s.from_day AND s.to_day), 0) AS shared_today,
             sum(s.wh) FILTER (WHERE ${within('month', 's.from_day')} AND ${within('month', 's.to_day')}) AS span_month,
             coalesce(sum(s.known) FILTER (WHERE ${within('month', 's.from_day')} AND ${within('month', 's.to_day')}), 0)
               AS span_month_known,
             coalesce(sum(s.wh) FILTER (WHERE ${within('month', 's.from_day')} <> ${within('month', 's.to_day')}
               OR (s.from_day < g.month_from AND s.to_day > g.month_to)), 0) AS shared_month,
             sum(s.wh) FILTER (WHERE ${within('year', 's.from_day')} AND ${within('year', 's.to_day')}) AS span_year,
             coalesce(sum(s.known) FILTER (WHERE ${within('year', 's.from_day')} AND ${within('year', 's.to_day')}), 0)
               AS span_year_known,
             coalesce(sum(s.wh) FILTER (WHERE ${within('year', 's.from_day')} <> ${within('year', 's.to_day')}
               OR (s.from_day < g.year_from AND s.to_day > g.year_to)), 0) AS shared_year,
             sum(s.wh) AS span_lifetime, coalesce(sum(s.known), 0) AS span_lifetime_known
        FROM energy_span s WHERE s.device_no = g.no) AS spans
    LEFT JOIN energy_day d ON d.device_no = g.no AND d.day = g.today
    LEFT JOIN energy_day r ON r.device_no = g.no AND g.removed_ago > 0 AND r.day = g.today - g.removed_ago
    LEFT JOIN LATERAL (SELECT e.day FROM energy_day e WHERE e.device_no = g.no AND e.first_ts IS NOT NULL
                        ORDER BY e.day LIMIT 1) AS f ON true`
