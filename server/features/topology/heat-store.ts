import { sql, type RawBuilder } from 'kysely'
import { deviceKinds, givesPower, isModuleLevel, type DeviceKind } from '#domain/devices/kinds.ts'
import { stateAt, stateIndex } from '#domain/telemetry/device-state.ts'
import type { HeatMetric, HeatReading, HeatStep } from '#domain/telemetry/heat.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { generation } from '../stations/generation-sql.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { nextReading, ofDevices, readings } from '../telemetry/readings-sql.ts'

/** What stands on a plan of modules: what makes power of light, and what hangs at modules. */
const heatKinds = deviceKinds.filter((kind) => givesPower(kind) || isModuleLevel(kind))

/** A place and one of the devices that hung there; no device ever: `deviceNo` null. `since` null: the first of them. */
export type PlaceStay = {
  placeId: string
  kind: DeviceKind
  deviceId: string | null
  deviceNo: number | null
  since: number | null
  until: number | null
}

/** The places in force of a station, at most `limit`, each with all that ever hung there, first to last. */
export const staysOfStation = async (db: Db, stationId: string, limit: number): Promise<PlaceStay[]> => {
  const { rows } = await sql<PlaceStay>`
    WITH spot AS (
      SELECT id, kind, created_at FROM place
       WHERE station_id = ${stationId} AND removed_at IS NULL AND kind = ANY(${heatKinds}::text[])
       ORDER BY created_at, id LIMIT ${limit})
    SELECT spot.id AS "placeId", spot.kind, d.id AS "deviceId", d.no AS "deviceNo",
           CASE WHEN row_number() OVER (PARTITION BY spot.id ORDER BY stay.since) > 1 THEN stay.since END AS since,
           stay.until
      FROM spot LEFT JOIN place_device stay ON stay.place_id = spot.id LEFT JOIN device d ON d.id = stay.device_id
     ORDER BY spot.created_at, spot.id, stay.since`.execute(db)
  return rows
}

/** The column of a metric; null where its quality bit is set. Voltage: the module's, of an inverter its first tracker's. */
const column: Record<HeatMetric, RawBuilder<number | null>> = {
  power: generation('r'),
  voltage: sql`CASE WHEN r.flags & ${sql.lit(qualityFlags.voltage)} = 0
                    THEN coalesce(r.u_in, (r.mppt -> 0 ->> 'u')::real) END`,
  temperature: sql`CASE WHEN r.flags & ${sql.lit(qualityFlags.temperature)} = 0 THEN r.t END`,
}

/** A device within the time that it hung somewhere. */
export type Window = { deviceNo: number; since: number | null; until: number | null }

const dateOf = (ms: number | null, unbounded: string): string =>
  ms === null ? unbounded : new Date(ms).toISOString()
const windowRows = (windows: readonly Window[]): RawBuilder<unknown> => sql`
  unnest(${windows.map(({ deviceNo }) => deviceNo)}::int[],
         ${windows.map(({ since }) => dateOf(since, '-infinity'))}::timestamptz[],
         ${windows.map(({ until }) => dateOf(until, 'infinity'))}::timestamptz[])
    WITH ORDINALITY AS w(no, since, until, ord)`

/** Of each window the reading nearest to `at` and at most `toleranceMs` away; windows without one are left out. */
export const readingsNear = async (
  db: Db,
  windows: readonly Window[],
  { at, toleranceMs, metric }: { at: number; toleranceMs: number; metric: HeatMetric },
): Promise<Map<Window, HeatReading>> => {
  const { rows } = await sql<Omit<HeatReading, 'state'> & { ord: number; state: number | null }>`
    SELECT DISTINCT ON (w.ord) w.ord::int AS ord, r.ts, r.state, r.closed, ${column[metric]} AS value
      FROM ${windowRows(windows)}
     CROSS JOIN LATERAL ${readings(
       sql`= w.no`,
       sql`greatest(w.since, ${instant(at - toleranceMs)})`,
       sql`least(w.until, ${instant(at + toleranceMs + 1)})`,
     )} AS r
     WHERE r.ts >= ${instant(at - toleranceMs)} AND r.ts <= ${instant(at + toleranceMs)}
     ORDER BY w.ord, abs(extract(epoch FROM r.ts - ${instant(at)}))`.execute(db)
  return new Map(
    rows.flatMap(({ ord, state, ...reading }) => {
      const window = windows[ord - 1]
      return window ? [[window, { ...reading, state: stateAt(state) }] as const] : []
    }),
  )
}

/** Of each window when its device was last heard before `before`, looking back to `from`. */
export const lastHeard = async (
  db: Db,
  windows: readonly Window[],
  { from, before }: { from: number; before: number },
): Promise<Map<Window, number>> => {
  if (windows.length === 0) return new Map()
  const { rows } = await sql<{ ord: number; ts: number }>`
    SELECT w.ord::int AS ord, heard.ts
      FROM ${windowRows(windows)}
     CROSS JOIN LATERAL ${nextReading(
       'before',
       sql`w.no`,
       instant(before),
       sql`o.ts >= ${instant(from)} AND o.ts >= w.since`,
       sql`greatest(w.since, ${instant(from)})`,
     )} AS heard`.execute(db)
  return new Map(
    rows.flatMap(({ ord, ts }) => {
      const window = windows[ord - 1]
      return window ? [[window, ts] as const] : []
    }),
  )
}

/** Means of each device in each step of `stepMs` from `from` on; steps without a reading are left out. */
export const stepsOf = async (
  db: Db,
  nos: readonly number[],
  frame: { from: number; to: number; stepMs: number; metric: HeatMetric },
): Promise<HeatStep[]> => {
  if (nos.length === 0 || frame.to <= frame.from) return []
  const { rows } = await sql<HeatStep>`
    SELECT r.device_no AS "deviceNo",
           floor(extract(epoch FROM r.ts - ${instant(frame.from)}) * 1000 / ${frame.stepMs}::float8)::int AS step,
           avg(${column[frame.metric]})::float8 AS value,
           bool_and(coalesce(r.state = ${stateIndex('shutdown')}::int, false) OR coalesce(NOT r.closed, false)) AS off
      FROM ${readings(ofDevices(nos), instant(frame.from), instant(frame.to))} AS r
     GROUP BY 1, 2`.execute(db)
  return rows
}
