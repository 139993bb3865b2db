import { sql, type SqlBool } from 'kysely'
import type { EnteredPosition } from '#domain/stations/sun.ts'
import type { Db } from '../../platform/db/handle.ts'

/** One day of a station. */
export type RunDay = {
  stationId: string
  day: string
  /** Inverter hours in daylight. */
  availableH: number
  unavailableH: number
  unknownH: number
  lostWh: number | null
  compared: number | null
  /** Wh/m². */
  irradiationWh: number | null
  litH: number | null
  sunH: number
}

/** All that is not the key. */
const measured = [
  'available_h',
  'unavailable_h',
  'unknown_h',
  'lost_wh',
  'compared',
  'irradiation_wh',
  'lit_h',
  'sun_h',
  'made_at',
] as const

/** Days of different stations, in one statement. */
export const putRunDays = async (db: Db, days: readonly RunDay[], now: number): Promise<void> => {
  if (days.length === 0) return
  await db
    .insertInto('run_day')
    .values(
      days.map((one) => ({
        station_id: one.stationId,
        day: one.day,
        available_h: one.availableH,
        unavailable_h: one.unavailableH,
        unknown_h: one.unknownH,
        lost_wh: one.lostWh,
        compared: one.compared,
        irradiation_wh: one.irradiationWh,
        lit_h: one.litH,
        sun_h: one.sunH,
        made_at: new Date(now),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['station_id', 'day'])
        .doUpdateSet((eb) => Object.fromEntries(measured.map((name) => [name, eb.ref(`excluded.${name}`)]))),
    )
    .execute()
}

/** Days of a station that are known, together. */
export type RunDays = {
  stationId: string
  fromDay: string
  toDay: string
  days: number
  availableH: number
  unavailableH: number
  unknownH: number
  lostWh: number | null
  /** Of all inverter hours, those in which it can be said what was lost. */
  comparedH: number
  irradiationWh: number | null
  /** Whether there was a weather station. */
  senses: boolean
  litH: number
  sunH: number
}

type Days = { fromDay: string; toDay: string }

/** Of each station of which any day from one to another is known: a row, however many days. */
export const runDaysOf = async (
  db: Db,
  ids: readonly string[],
  { fromDay, toDay }: Days,
): Promise<RunDays[]> => {
  const { rows } = await sql<RunDays>`
    SELECT station_id AS "stationId", min(day) AS "fromDay", max(day) AS "toDay", count(*)::int AS days,
           sum(available_h) AS "availableH", sum(unavailable_h) AS "unavailableH", sum(unknown_h) AS "unknownH",
           sum(lost_wh) AS "lostWh",
           sum((available_h + unavailable_h + unknown_h) * coalesce(compared, 0)) AS "comparedH",
           sum(irradiation_wh) AS "irradiationWh", bool_or(lit_h IS NOT NULL) AS senses,
           coalesce(sum(lit_h), 0)::int AS "litH", sum(sun_h)::int AS "sunH"
      FROM run_day
     WHERE station_id = ANY(${[...ids]}::uuid[]) AND day >= ${fromDay}::date AND day <= ${toDay}::date
     GROUP BY station_id`.execute(db)
  return rows
}

/** What was lost on each day, of stations whose days have several prices. */
export const lostByDay = async (
  db: Db,
  ids: readonly string[],
  { fromDay, toDay }: Days,
): Promise<{ stationId: string; day: string; wh: number }[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ stationId: string; day: string; wh: number }>`
    SELECT station_id AS "stationId", day, lost_wh AS wh FROM run_day
     WHERE station_id = ANY(${[...ids]}::uuid[]) AND day >= ${fromDay}::date AND day <= ${toDay}::date
       AND lost_wh IS NOT NULL`.execute(db)
  return rows
}

/** When each of the days since was made, by station and day. */
export const runDaysMade = async (
  db: Db,
  ids: readonly string[],
  since: string,
): Promise<Map<string, Map<string, number>>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('run_day')
    .select(['station_id', 'day', 'made_at'])
    .where(sql<boolean>`station_id = ANY(${[...ids]}::uuid[])`)
    .where('day', '>=', since)
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.station_id)].map(([id, own]) => [
      id,
      new Map(own.map(({ day, made_at: at }) => [day, at])),
    ]),
  )
}

/** What making a day wants to know of a station. */
export type RunStation = { id: string; timeZone: string } & EnteredPosition

/**
 * Stations in force of which a day may be due, the first after another by id: never looked at, or not by their present
 * zone, or it is time. The next day of none is due later than in 28 hours: what is farther was counted by a clock that
 * went ahead.
 */
export const stationsDue = (
  db: Db,
  { now, after, most }: { now: number; after: string | null; most: number },
): Promise<RunStation[]> =>
  db
    .selectFrom('station')
    .select(['id', 'time_zone as timeZone', 'latitude', 'north', 'longitude', 'east'])
    .where('deleted_at', 'is', null)
    .where(
      sql<SqlBool>`NOT EXISTS (
        SELECT FROM run_look l WHERE l.station_id = station.id AND l.time_zone = station.time_zone
           AND l.next_at > ${new Date(now)}::timestamptz AND l.next_at < ${new Date(now)}::timestamptz + interval '2 days')`,
    )
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(most)
    .execute()

/** When the days of stations are due next. */
export const putLooks = async (
  db: Db,
  looks: readonly { stationId: string; zone: string; nextAt: number }[],
): Promise<void> => {
  if (looks.length === 0) return
  await sql`
    INSERT INTO run_look (station_id, time_zone, next_at)
    SELECT * FROM unnest(${looks.map(({ stationId }) => stationId)}::uuid[], ${looks.map(({ zone }) => zone)}::text[],
                         ${looks.map(({ nextAt }) => new Date(nextAt))}::timestamptz[])
    ON CONFLICT (station_id) DO UPDATE SET time_zone = excluded.time_zone, next_at = excluded.next_at`.execute(
    db,
  )
}
