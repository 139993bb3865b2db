import type { Db } from '../../platform/db/handle.ts'
import type { Plane } from '#domain/stations/clear-sky.ts'
import { sql } from 'kysely'

/** Planes of arrays: of an optimizer that of its own, of an inverter that of all that hang on it, if they are one. */
export const planesOf = async (db: Db, stationIds: readonly string[]): Promise<Map<string, Plane>> => {
  const { rows } = await sql<{ id: string } & Plane>`
    WITH lain AS (
      SELECT d.id, d.parent_id, a.tilt_deg, a.azimuth_deg
        FROM array_area a
        JOIN place p ON p.area_id = a.id AND p.removed_at IS NULL
        JOIN place_device pd ON pd.place_id = p.id AND pd.until IS NULL
        JOIN device d ON d.id = pd.device_id AND d.removed_at IS NULL
       WHERE a.station_id = ANY(${[...stationIds]}::uuid[]) AND a.removed_at IS NULL
         AND a.tilt_deg IS NOT NULL AND a.azimuth_deg IS NOT NULL)
    SELECT id, tilt_deg AS "tiltDeg", azimuth_deg AS "azimuthDeg" FROM lain
    UNION ALL
    SELECT parent_id, min(tilt_deg), min(azimuth_deg) FROM lain WHERE parent_id IS NOT NULL
     GROUP BY parent_id
    HAVING min(tilt_deg) = max(tilt_deg) AND min(azimuth_deg) = max(azimuth_deg)`.execute(db)
  return new Map(rows.map(({ id, tiltDeg, azimuthDeg }) => [id, { tiltDeg, azimuthDeg }]))
}

/** What the rules have learned of inverters, among it the course of their day. */
export const learnedOf = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Record<string, number[]>>> => {
  const { rows } = await sql<{ id: string; learned: Record<string, number[]> }>`
    SELECT device_id AS id, learned FROM rule_memory WHERE device_id = ANY(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, learned }) => [id, learned]))
}
