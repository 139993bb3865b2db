import { sql } from 'kysely'
import { SILENT_INTERVALS } from '#domain/telemetry/device-state.ts'
import type { Db } from '../../platform/db/handle.ts'

export type Silenced = { id: string; stationId: string }

/**
 * Devices whose last word became too old (`SILENT_INTERVALS` of their station's reporting time) after `since` and up
 * to `now`. Behind a gateway among them all its devices: whether they sleep or are silent hangs on it.
 */
export const newlySilent = async (db: Db, since: number, now: number): Promise<Silenced[]> => {
  const { rows } = await sql<Silenced>`
    WITH silent AS (
      SELECT d.id, d.station_id, d.kind
        FROM device d
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
