import type { Db } from '../../platform/db/handle.ts'
import { courses } from '#domain/analyses/planes.ts'
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

/** What the rules have learned of the course of inverters' days. */
export const coursesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, object>> => {
  const { rows } = await sql<{ id: string; value: object }>`
    SELECT device_id AS id, value FROM analysis_memory
     WHERE device_id = ANY(${[...ids]}::uuid[]) AND kind = ${courses.id}`.execute(db)
  return new Map(rows.map(({ id, value }) => [id, value]))
}
