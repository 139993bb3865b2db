import { sql } from 'kysely'
import type { DeviceTime } from '#domain/telemetry/coverage.ts'
import {
  askedBeforeLight,
  DAWN,
  daysAsked,
  knownToday,
  shareKnown,
  WHOLE_DAY,
} from '#domain/telemetry/coverage.ts'
import {
  dayAt,
  daysBetween,
  daysOfPeriod,
  dayStartAt,
  monthOf,
  yearOf,
} from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { elapsedLight } from '../stations/station-light.ts'

type Long = 'month' | 'year' | 'lifetime'

/** Wh; null = nothing known. Spans count where they lie wholly inside. */
export type EnergyTotals = {
  todayWh: number | null
  /** A span of several days may hold more of today's energy. */
  todayShared: boolean
  monthWh: number | null
  /** Energy of spans over the month's edge: up to so much more may belong to it. */
  monthSharedWh: number
  yearWh: number | null
  yearSharedWh: number
  lifetimeWh: number | null
  /** The local day of the first reading that is in the lifetime. */
  lifetimeSince: string | null
  /** Share of the devices' rated power and time that each figure rests on, 0 to 1; null = unknown. */
  coverage: { today: number | null } & Record<Long, number | null>
}

const calendar = (now: number, zone: string) => {
  const today = dayAt(now, zone)
  const month = daysOfPeriod(monthOf(today))
  const year = daysOfPeriod(yearOf(today))
  return {
    today,
    todayAt: new Date(dayStartAt(today, zone)),
    monthFrom: month.fromDay,
    monthTo: month.toDay,
    yearFrom: year.fromDay,
    yearTo: year.toDay,
  }
}

/** Zones repeat: one look at the calendar each. */
const calendars = (now: number) => {
  const held = new Map<string, ReturnType<typeof calendar>>()
  return (zone: string) => {
    const found = held.get(zone) ?? calendar(now, zone)
    held.set(zone, found)
    return found
  }
}

type Row = {
  key: string
  no: number
  rated_w: number | null
  latitude: number
  north: boolean
  longitude: number
  east: boolean
  report_min: number
  time_zone: string
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
  Record<'shared_month' | 'shared_year', number>

const within = (long: 'month' | 'year', day: string) =>
  sql.raw(`${day} BETWEEN g.${long}_from AND g.${long}_to`)

/**
 * `groups`: rows (key text, no int, today, today_at, month_from, month_to, year_from, year_to); one row a device. Whole
 * months come from `energy_month`, which is kept with every change of a day: years of days would be too many for a
 * screen. Each device is looked up by itself: joined as sets, a whole installation would be read for one station.
 */
const byDevice = (groups: ReturnType<typeof sql>) => sql<Row>`
  WITH g AS MATERIALIZED (
    SELECT g.*, greatest(d.rated_w, d.shown_w) AS rated_w, s.latitude, s.north, s.longitude, s.east, s.report_min, s.time_zone,
           greatest(0, ceil(extract(epoch FROM g.today_at - d.created_at) / 86400))::int AS created_ago,
           CASE WHEN d.removed_at IS NOT NULL
                THEN greatest(0, ceil(extract(epoch FROM g.today_at - d.removed_at) / 86400))::int END AS removed_ago
      FROM (${groups}) AS g JOIN device d ON d.no = g.no JOIN station s ON s.id = d.station_id)
  SELECT g.key, g.no, g.rated_w, g.latitude, g.north, g.longitude, g.east, g.report_min, g.time_zone,
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

const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** What is asked and known of a device in each period, thousandths of days. */
const timesOf = (row: Row, today: ReturnType<typeof calendar>, elapsed: number) => {
  const { rated_w: ratedW, removed_ago: removedAgo } = row
  const there = removedAgo === null
  const firstAgo = row.first_day === null ? 0 : daysBetween(row.first_day, today.today)
  const fromAgo = Math.max(row.created_ago, firstAgo)
  const unseen = row.heard_today && row.known_today === null
  const knownNow = there ? knownToday(row.known_today ?? 0, elapsed) : 0

  const long = (name: Long, fromDay: string | null): DeviceTime => {
    const periodAgo = fromDay === null ? fromAgo : daysBetween(fromDay, today.today)
    const days = daysAsked(fromAgo, periodAgo, removedAgo)
    if (there && days === 0 && elapsed < DAWN) return { ratedW, ...askedBeforeLight(row.first_day !== null) }
    const asked = WHOLE_DAY * days + (there ? elapsed : 0)
    if (row[`${name}_unmeasured`] > 0) return { ratedW, asked, known: null }
    // Of the day a device leaves nothing is asked, and nothing counts.
    const left =
      removedAgo !== null && removedAgo > 0 && removedAgo <= periodAgo ? (row.removed_known ?? 0) : 0
    const before = row[`${name}_known`] - (row.known_today ?? 0) - left
    return { ratedW, asked, known: before + row[`span_${name}_known`] + knownNow }
  }
  const light = elapsed >= DAWN
  const present =
    there && !light
      ? askedBeforeLight(row.first_day !== null)
      : { asked: there ? elapsed : 0, known: unseen ? null : knownNow }
  return {
    today: { ratedW, ...present },
    month: long('month', today.monthFrom),
    year: long('year', today.yearFrom),
    lifetime: long('lifetime', null),
  }
}

/** Of devices that are one figure together. */
const totalsOf = (rows: readonly Row[], now: number, of: ReturnType<typeof calendars>): EnergyTotals => {
  const [first] = rows
  const elapsed = first === undefined ? 0 : elapsedLight(first, now)
  const times = rows.map((row) => timesOf(row, of(row.time_zone), elapsed))
  const wh = (name: Long) => sumKnown(rows.flatMap((row) => [row[name], row[`span_${name}`]]))
  const share = (name: Long | 'today') => shareKnown(times.map((time) => time[name]))
  const since = rows.flatMap(({ first_day: day }) => day ?? []).sort()[0]
  return {
    todayWh: sumKnown(rows.map(({ today }) => today)),
    todayShared: rows.some(({ shared }) => shared === true),
    monthWh: wh('month'),
    monthSharedWh: rows.reduce((sum, row) => sum + row.shared_month, 0),
    yearWh: wh('year'),
    yearSharedWh: rows.reduce((sum, row) => sum + row.shared_year, 0),
    lifetimeWh: wh('lifetime'),
    lifetimeSince: since ?? null,
    coverage: {
      today: share('today'),
      month: share('month'),
      year: share('year'),
      lifetime: share('lifetime'),
    },
  }
}

/** Energy of devices by number, together, in the present day, month and year of `zone`. */
export const deviceEnergyTotals = async (
  db: Db,
  nos: readonly number[],
  now: number,
  zone: string,
): Promise<EnergyTotals> => {
  const of = calendars(now)
  const days = of(zone)
  const { rows } = await byDevice(sql`
    SELECT '' AS key, no, ${days.today}::date AS today, ${days.todayAt}::timestamptz AS today_at,
           ${days.monthFrom}::date AS month_from, ${days.monthTo}::date AS month_to,
           ${days.yearFrom}::date AS year_from, ${days.yearTo}::date AS year_to
      FROM unnest(${[...nos]}::int[]) AS no`).execute(db)
  return totalsOf(rows, now, of)
}

/**
 * Energy of stations by id: the sum of their inverters' counters, removed inverters included, optimizers never.
 * Each station's day, month and year are those of its own zone. One statement, however many stations; one without
 * inverters is not in the answer.
 */
export const stationEnergyTotals = async (
  db: Db,
  stations: readonly { id: string; timeZone: string }[],
  now: number,
): Promise<Map<string, EnergyTotals>> => {
  if (stations.length === 0) return new Map()
  const of = calendars(now)
  const days = stations.map(({ timeZone }) => of(timeZone))
  const { rows } = await byDevice(sql`
    SELECT c.id::text AS key, device.no, today, today_at, month_from, month_to, year_from, year_to
      FROM unnest(${stations.map(({ id }) => id)}::uuid[], ${days.map((day) => day.today)}::date[],
                  ${days.map((day) => day.todayAt)}::timestamptz[],
                  ${days.map((day) => day.monthFrom)}::date[], ${days.map((day) => day.monthTo)}::date[],
                  ${days.map((day) => day.yearFrom)}::date[], ${days.map((day) => day.yearTo)}::date[])
             AS c(id, today, today_at, month_from, month_to, year_from, year_to)
      JOIN device ON device.station_id = c.id AND device.kind = 'inverter'`).execute(db)
  const byStation = Map.groupBy(rows, ({ key }) => key)
  return new Map([...byStation].map(([id, own]) => [id, totalsOf(own, now, of)]))
}
