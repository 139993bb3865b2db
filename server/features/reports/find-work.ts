import { sql } from 'kysely'
import { REPORT_PEOPLE_SHOWN, REPORT_DONE_SHOWN } from '#domain/work-orders/limits.ts'
import type { Db } from '../../platform/db/handle.ts'
import { instant } from '../../platform/db/instant.ts'
import { ofDevices, readings } from '../telemetry/readings-sql.ts'

/** Of one station: the stretch of its own month or year, epoch ms. */
type StationStretch = { id: string; from: number; to: number }

type Sums = {
  raised: number
  closed: number
  open: number
  repaired: number
  mttr: number | null
}
type OrderSums = { initiated: number; completed: number; open: number }

const stretches = (all: readonly StationStretch[]) => sql`
  unnest(${all.map(({ id }) => id)}::uuid[], ${all.map(({ from }) => new Date(from))}::timestamptz[],
         ${all.map(({ to }) => new Date(to))}::timestamptz[]) AS s(id, since, until)`

/** Alarms, orders and whose they were, of all these stations together: three statements, however many. */
export const workOf = async (db: Db, all: readonly StationStretch[]) => {
  const alarms = await sql<Sums>`
    SELECT count(*) FILTER (WHERE a.first_at >= s.since AND a.first_at < s.until)::int AS raised,
           count(*) FILTER (WHERE a.closed_at >= s.since AND a.closed_at < s.until)::int AS closed,
           count(*) FILTER (WHERE a.status <> 'closed')::int AS open,
           count(*) FILTER (WHERE a.closed_at >= s.since AND a.closed_at < s.until AND a.level <= 3)::int AS repaired,
           (avg(extract(epoch FROM a.closed_at - a.first_at) * 1000)
             FILTER (WHERE a.closed_at >= s.since AND a.closed_at < s.until AND a.level <= 3))::float8 AS mttr
      FROM ${stretches(all)} JOIN alarm a ON a.station_id = s.id`.execute(db)
  const orders = await sql<OrderSums>`
    SELECT count(*) FILTER (WHERE o.initiated_at >= s.since AND o.initiated_at < s.until)::int AS initiated,
           count(*) FILTER (WHERE o.status = 'completed' AND o.closed_at >= s.since AND o.closed_at < s.until)::int
             AS completed,
           count(*) FILTER (WHERE o.rank < 10)::int AS open
      FROM ${stretches(all)} JOIN work_order o ON o.station_id = s.id`.execute(db)
  const people = await sql<{ name: string; completed: number }>`
    SELECT p.name, count(*)::int AS completed
      FROM ${stretches(all)} JOIN work_order o ON o.station_id = s.id JOIN account p ON p.id = o.handler_id
     WHERE o.status = 'completed' AND o.closed_at >= s.since AND o.closed_at < s.until
     GROUP BY p.id, p.name ORDER BY completed DESC, p.name LIMIT ${REPORT_PEOPLE_SHOWN}`.execute(db)
  const [sums] = alarms.rows
  const [order] = orders.rows
  return {
    alarms: { raised: sums?.raised ?? 0, closed: sums?.closed ?? 0, open: sums?.open ?? 0 },
    orders: order ?? { initiated: 0, completed: 0, open: 0 },
    mttrHours: sums?.mttr == null ? null : sums.mttr / 3_600_000,
    repaired: sums?.repaired ?? 0,
    people: people.rows,
  }
}

/** Orders of a station that were completed in its stretch, the newest first. */
export const doneOf = async (db: Db, { id, from, to }: StationStretch) =>
  db
    .selectFrom('work_order as o')
    .leftJoin('account as p', 'p.id', 'o.handler_id')
    .select(['o.id', 'o.name', 'o.names', 'p.name as handler', 'o.closed_at as closedAt'])
    .where('o.station_id', '=', id)
    .where('o.status', '=', 'completed')
    .where(
      sql<boolean>`o.closed_at >= ${new Date(from)}::timestamptz AND o.closed_at < ${new Date(to)}::timestamptz`,
    )
    .orderBy('o.closed_at', 'desc')
    .limit(REPORT_DONE_SHOWN)
    .execute()

/** What the inverters of stations can give together, W; a station of which one is of unknown power is not in it. */
export const ratedOf = async (db: Db, ids: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; ratedW: number }>`
    SELECT station_id AS id, sum(greatest(rated_w, shown_w))::float8 AS "ratedW" FROM device
     WHERE station_id = ANY(${[...ids]}::uuid[]) AND kind = 'inverter' AND removed_at IS NULL
     GROUP BY 1 HAVING bool_and(greatest(rated_w, shown_w) IS NOT NULL)`.execute(db)
  return new Map(rows.map(({ id, ratedW }) => [id, ratedW]))
}

/** W/m² of an hour, counted from 1970. */
export type HourOfLight = { hour: number; wm2: number }

const meanOf = (parts: readonly { sum: number; n: number }[]): number =>
  parts.reduce((sum, part) => sum + part.sum, 0) / parts.reduce((n, part) => n + part.n, 0)

/**
 * Irradiance in the plane of the modules by the hour, of those of the stations that measure it: W/m² of the hours of which
 * most is known. Several weather stations of a station count by their mean.
 */
export const irradianceIn = async (
  db: Db,
  stationIds: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, HourOfLight[]>> => {
  const sensors = await db
    .selectFrom('device')
    .select(['no', 'station_id as stationId'])
    .where(sql<boolean>`station_id = ANY(${[...stationIds]}::uuid[])`)
    .where('kind', '=', 'weather')
    .where('removed_at', 'is', null)
    .execute()
  const found = new Map<string, HourOfLight[]>(sensors.map(({ stationId }) => [stationId, []]))
  if (sensors.length === 0) return found
  const { rows } = await sql<{ no: number; hour: number; sum: number; n: number }>`
    SELECT device_no AS no, floor(extract(epoch FROM ts) / 3600)::int AS hour, sum(irr)::float8 AS sum, count(*)::int AS n
      FROM ${readings(ofDevices(sensors.map(({ no }) => no)), instant(from), instant(to))} AS r
     WHERE irr IS NOT NULL
     GROUP BY 1, 2`.execute(db)
  const byNo = Map.groupBy(rows, ({ no }) => no)
  for (const [stationId, own] of Map.groupBy(sensors, (sensor) => sensor.stationId)) {
    const hours = Map.groupBy(
      own.flatMap(({ no }) => byNo.get(no) ?? []),
      ({ hour }) => hour,
    )
    found.set(
      stationId,
      [...hours].map(([hour, parts]) => ({ hour, wm2: meanOf(parts) })),
    )
  }
  return found
}

/** The same of one station; null: it does not measure it. */
export const irradianceOf = async (
  db: Db,
  stationId: string,
  from: number,
  to: number,
): Promise<HourOfLight[] | null> => (await irradianceIn(db, [stationId], from, to)).get(stationId) ?? null
