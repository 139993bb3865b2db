import { sql } from 'kysely'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { MeterRole } from '#domain/devices/meter-roles.ts'
import type { FlowCounter } from '#domain/telemetry/counters.ts'
import type { LastLight } from '#domain/telemetry/balance-days.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

export type Days = { fromDay: string; toDay: string }

export type LifeRow = {
  no: number
  kind: 'inverter' | 'meter' | 'battery'
  role: MeterRole | null
  /** It hangs below another meter. */
  below: boolean
  createdAt: number
  removedAt: number | null
  /** null: what an inverter made; or a meter or battery that never said what flowed. */
  counter: FlowCounter | null
  /** Under which number it is booked. */
  book: number
  firstDay: string | null
  firstTs: number | null
}

/** Counters of all that made, stored or measured what flowed at a station, those that are gone included. */
export const countersOfStation = async (db: Db, stationId: string): Promise<LifeRow[]> =>
  (
    await sql<LifeRow>`
      SELECT d.no, d.kind, d.meter_role AS role, coalesce(a.kind = 'meter', false) AS below,
             d.created_at AS "createdAt", d.removed_at AS "removedAt", b.counter, coalesce(b.no, d.no) AS book,
             f.day AS "firstDay", f.first_ts AS "firstTs"
        FROM device d
        LEFT JOIN device a ON a.id = d.parent_id
        LEFT JOIN counter_book b ON b.device_no = d.no AND d.kind <> 'inverter'
        LEFT JOIN LATERAL (SELECT e.day, e.first_ts FROM energy_day e
                            WHERE e.device_no = coalesce(b.no, d.no) AND e.first_ts IS NOT NULL
                            ORDER BY e.day LIMIT 1) AS f ON true
       WHERE d.station_id = ${stationId} AND d.kind IN ('inverter', 'meter', 'battery') ORDER BY d.no`.execute(
      db,
    )
  ).rows

/** A book, which sum it belongs to, and from how many thousandths on the present day is whole. */
export type Grouped = { book: number; group: number; wholeToday: number }

/** What is booked by day, each group together: energies, and of how many of its books the whole day is known. */
export const bookedByDay = async (
  db: Db,
  books: readonly Grouped[],
  { fromDay, toDay }: Days,
  today: string,
  wholeDay: number,
): Promise<{ group: number; day: string; wh: number; whole: number }[]> =>
  (
    await sql<{ group: number; day: string; wh: number; whole: number }>`
      SELECT g.grp AS group, e.day, sum(e.wh)::float8 AS wh,
             (count(*) FILTER (WHERE e.known >= CASE WHEN e.day = ${today}::date THEN g.whole ELSE ${wholeDay}::int END))::int
               AS whole
        FROM unnest(${books.map(({ book }) => book)}::int[], ${books.map(({ group }) => group)}::int[],
                    ${books.map(({ wholeToday }) => wholeToday)}::int[]) AS g(no, grp, whole)
        JOIN energy_day e ON e.device_no = g.no AND e.day BETWEEN ${fromDay}::date AND ${toDay}::date
       GROUP BY 1, 2`.execute(db)
  ).rows

/** Spans of inverters over a night that hide no light. */
export const lastLights = async (
  db: Db,
  nos: readonly number[],
  { fromDay, toDay }: Days,
): Promise<LastLight[]> =>
  (
    await sql<LastLight>`
      SELECT from_day AS "fromDay", to_day AS "toDay", sum(wh)::float8 AS wh FROM energy_span
       WHERE device_no = ANY(${[...nos]}::int[]) AND known = 0
         AND from_day >= ${fromDay}::date AND to_day <= ${toDay}::date GROUP BY 1, 2`.execute(db)
  ).rows

/** All that is booked in the days by each book, with spans that lie wholly in them; null = nothing. */
export const bookedIn = async (
  db: Db,
  books: readonly number[],
  { fromDay, toDay }: Days,
): Promise<Map<number, number | null>> => {
  const { rows } = await sql<{ book: number; wh: number | null }>`
    SELECT no AS book, (SELECT sum(e.wh) FROM (
             SELECT wh FROM energy_day WHERE device_no = no AND first_ts IS NOT NULL
                AND day BETWEEN ${fromDay}::date AND ${toDay}::date
              UNION ALL
             SELECT wh FROM energy_span WHERE device_no = no
                AND from_day >= ${fromDay}::date AND to_day <= ${toDay}::date) AS e)::float8 AS wh
      FROM unnest(${[...books]}::int[]) AS no`.execute(db)
  return new Map(rows.map(({ book, wh }) => [book, wh]))
}

export type Standing = { no: number; kind: DeviceKind; role: MeterRole | null; below: boolean }

/** Meters and batteries that stood at a station from `from` on, or until a time after it. */
export const standingOn = async (db: Db, stationId: string, from: number): Promise<Standing[]> =>
  db
    .selectFrom('device as d')
    .leftJoin('device as above', 'above.id', 'd.parent_id')
    .where('d.station_id', '=', stationId)
    .where('d.kind', 'in', ['meter', 'battery'])
    .where((eb) => eb.or([eb('d.removed_at', 'is', null), eb('d.removed_at', '>', instant(from))]))
    .select([
      'd.no',
      'd.kind',
      'd.meter_role as role',
      sql<boolean>`coalesce(above.kind = 'meter', false)`.as('below'),
    ])
    .orderBy('d.no')
    .execute()
