import { type RawBuilder, sql } from 'kysely'
import { SILENT_INTERVALS } from '#domain/telemetry/device-state.ts'
import type { Db } from '../../platform/db/handle.ts'

export type Silenced = { id: string; stationId: string }

/** The reporting times that stations have, minutes: a few, however many stations. */
const reportTimes = async (db: Db): Promise<number[]> => {
  const rows = await db
    .selectFrom('station')
    .select('report_min')
    .distinct()
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.report_min)
}

/**
 * Devices whose last word became too old (`SILENT_INTERVALS` of their station's reporting time) after `since` and up
 * to `now`. Behind a gateway among them all its devices: whether they sleep or are silent hangs on it. What was heard
 * when it would fall silent now is looked for by the instants alone, so that devices are read of those few.
 */
export const newlySilent = async (db: Db, since: number, now: number): Promise<Silenced[]> => {
  const times = await reportTimes(db)
  if (times.length === 0) return []
  const heardThen = (column: RawBuilder<unknown>) =>
    sql.join(
      times.map((minutes) => {
        const silentMs = SILENT_INTERVALS * minutes * 60_000
        return sql`${column} BETWEEN ${new Date(since + 1 - silentMs)}::timestamptz AND ${new Date(now - silentMs)}::timestamptz`
      }),
      sql` OR `,
    )
  const {
    rows: [heard],
  } = await sql<{ nos: number[]; gateways: string[] }>`
    SELECT ARRAY(SELECT device_no FROM latest WHERE ${heardThen(sql`received_at`)}) AS nos,
           ARRAY(SELECT device_id FROM gateway_link WHERE ${heardThen(sql`birth_at`)})::text[] AS gateways`.execute(
    db,
  )
  if (heard === undefined || heard.nos.length + heard.gateways.length === 0) return []
  const { rows } = await sql<Silenced>`
    WITH silent AS (
      SELECT d.id, d.station_id, d.kind
        FROM (SELECT id FROM device WHERE no = ANY(${heard.nos}::int[])
              UNION SELECT unnest(${heard.gateways}::uuid[])) AS h
        JOIN device d ON d.id = h.id
        JOIN station s ON s.id = d.station_id AND s.deleted_at IS NULL
        LEFT JOIN latest l ON l.device_no = d.no
        LEFT JOIN gateway_link k ON k.device_id = d.id
       WHERE d.removed_at IS NULL
         AND greatest(l.received_at, k.birth_at) + s.report_min * interval '${sql.lit(SILENT_INTERVALS)} minutes'
             BETWEEN ${new Date(since + 1)}::timestamptz AND ${new Date(now)}::timestamptz)
    SELECT id, station_id AS "stationId" FROM silent
    UNION
    SELECT c.id, c.station_id FROM silent g
      JOIN device c ON c.gateway_id = g.id AND c.removed_at IS NULL WHERE g.kind = 'gateway'`.execute(db)
  return rows
}

export const zonesInUse = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('station')
    .select('time_zone')
    .distinct()
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.time_zone)
}

export const stationsOfZones = async (db: Db, zones: readonly string[]): Promise<string[]> => {
  if (zones.length === 0) return []
  const rows = await db
    .selectFrom('station')
    .select('id')
    .where('time_zone', 'in', [...zones])
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
