import { sql } from 'kysely'
import { dayAt, daysOfPeriod, monthOf, yearOf } from '#domain/telemetry/local-days.ts'
import type { Db } from '../kitchen.ts'

/** Wh; null = nothing known. Spans count where they lie wholly inside. */
export type EnergyTotals = {
  todayWh: number | null
  /** A span of several days may hold more of today's energy. */
  todayShared: boolean
  monthWh: number | null
  yearWh: number | null
  lifetimeWh: number | null
}

const calendar = (now: number, zone: string) => {
  const today = dayAt(now, zone)
  const month = daysOfPeriod(monthOf(today))
  const year = daysOfPeriod(yearOf(today))
  return { today, monthFrom: month.fromDay, monthTo: month.toDay, yearFrom: year.fromDay, yearTo: year.toDay }
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
  today: number | null
  shared: boolean | null
  month: number | null
  year: number | null
  lifetime: number | null
}

/**
 * `groups`: rows (key text, no int, today, month_from, month_to, year_from, year_to); sums by key. Whole months come
 * from `energy_month`, which is kept with every change of a day: years of days would be too many for a screen. Each
 * device is looked up by itself: joined as sets, a whole installation would be read for one station.
 */
const sums = (groups: ReturnType<typeof sql>) => sql<Row>`
  WITH g AS MATERIALIZED (${groups}),
  days AS (
    SELECT g.key, sum(d.wh) AS today, sum(one.month) AS month, sum(one.year) AS year, sum(one.lifetime) AS lifetime
      FROM g CROSS JOIN LATERAL (
        SELECT sum(m.wh) FILTER (WHERE m.month = g.month_from) AS month,
               sum(m.wh) FILTER (WHERE m.month BETWEEN g.year_from AND g.year_to) AS year,
               sum(m.wh) AS lifetime
          FROM energy_month m WHERE m.device_no = g.no AND m.days > 0) AS one
      LEFT JOIN energy_day d ON d.device_no = g.no AND d.day = g.today AND d.first_ts IS NOT NULL
     WHERE one.lifetime IS NOT NULL GROUP BY g.key),
  spans AS (
    SELECT g.key,
           bool_or(g.today BETWEEN s.from_day AND s.to_day) AS shared,
           sum(s.wh) FILTER (WHERE s.from_day >= g.month_from AND s.to_day <= g.month_to) AS month,
           sum(s.wh) FILTER (WHERE s.from_day >= g.year_from AND s.to_day <= g.year_to) AS year,
           sum(s.wh) AS lifetime
      FROM g JOIN energy_span s ON s.device_no = g.no GROUP BY g.key)
  SELECT key, days.today, spans.shared,
         CASE WHEN days.month IS NULL THEN spans.month ELSE days.month + coalesce(spans.month, 0) END AS month,
         CASE WHEN days.year IS NULL THEN spans.year ELSE days.year + coalesce(spans.year, 0) END AS year,
         CASE WHEN days.lifetime IS NULL THEN spans.lifetime ELSE days.lifetime + coalesce(spans.lifetime, 0) END
           AS lifetime
    FROM days FULL JOIN spans USING (key)`

const totalsOf = (row: Row): EnergyTotals => ({
  todayWh: row.today,
  todayShared: row.shared ?? false,
  monthWh: row.month,
  yearWh: row.year,
  lifetimeWh: row.lifetime,
})

/**
 * Energy of single devices by number, in the present day, month and year of `zone`. A device of which nothing is known
 * is not in the answer.
 */
export const deviceEnergyTotals = async (
  db: Db,
  nos: readonly number[],
  now: number,
  zone: string,
): Promise<Map<number, EnergyTotals>> => {
  if (nos.length === 0) return new Map()
  const days = calendar(now, zone)
  const { rows } = await sums(sql`
    SELECT no::text AS key, no, ${days.today}::date AS today, ${days.monthFrom}::date AS month_from,
           ${days.monthTo}::date AS month_to, ${days.yearFrom}::date AS year_from, ${days.yearTo}::date AS year_to
      FROM unnest(${[...nos]}::int[]) AS no`).execute(db)
  return new Map(rows.map((row) => [Number(row.key), totalsOf(row)]))
}

/**
 * Energy of stations by id: the sum of their inverters' counters, removed inverters included, optimizers never.
 * Each station's day, month and year are those of its own zone. One statement, however many stations.
 */
export const stationEnergyTotals = async (
  db: Db,
  stations: readonly { id: string; timeZone: string }[],
  now: number,
): Promise<Map<string, EnergyTotals>> => {
  if (stations.length === 0) return new Map()
  const of = calendars(now)
  const days = stations.map(({ timeZone }) => of(timeZone))
  const { rows } = await sums(sql`
    SELECT c.id::text AS key, device.no, today, month_from, month_to, year_from, year_to
      FROM unnest(${stations.map(({ id }) => id)}::uuid[], ${days.map((day) => day.today)}::date[],
                  ${days.map((day) => day.monthFrom)}::date[], ${days.map((day) => day.monthTo)}::date[],
                  ${days.map((day) => day.yearFrom)}::date[], ${days.map((day) => day.yearTo)}::date[])
             AS c(id, today, month_from, month_to, year_from, year_to)
      JOIN device ON device.station_id = c.id AND device.kind = 'inverter'`).execute(db)
  return new Map(rows.map((row) => [row.key, totalsOf(row)]))
}
