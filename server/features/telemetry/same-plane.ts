import { sql } from 'kysely'
import { isSamePlane, planesDiffer } from '#domain/alarms/rules/planes.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Plane } from '#domain/stations/clear-sky.ts'
import type { Db } from '../../platform/db/handle.ts'

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
const learnedOf = async (db: Db, ids: readonly string[]): Promise<Map<string, Record<string, number[]>>> => {
  const { rows } = await sql<{ id: string; learned: Record<string, number[]> }>`
    SELECT device_id AS id, learned FROM rule_memory WHERE device_id = ANY(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, learned }) => [id, learned]))
}

/**
 * Of devices that may be held against one, those that look into the same sky, as the rules choose them. Where all that
 * are known look elsewhere, all are given back, to be compared about noon alone.
 */
export const peersInPlane = async <T extends { id: string }>(
  db: Db,
  own: { id: string; kind: DeviceKind; stationId: string },
  others: readonly T[],
): Promise<{ peers: T[]; noonOnly: boolean }> => {
  if (others.length === 0) return { peers: [], noonOnly: false }
  const ids = [own.id, ...others.map(({ id }) => id)]
  const [planes, memory] = await Promise.all([
    planesOf(db, [own.stationId]),
    own.kind === 'inverter' ? learnedOf(db, ids) : new Map<string, Record<string, number[]>>(),
  ])
  const placed = (id: string) => ({ id, plane: planes.get(id) ?? null })
  const me = placed(own.id)
  if (own.kind !== 'inverter')
    return { peers: others.filter(({ id }) => !planesDiffer(me.plane, placed(id).plane)), noonOnly: false }
  const same = others.filter(({ id }) => isSamePlane(memory, me, placed(id)) === true)
  if (same.length > 0) return { peers: same, noonOnly: false }
  const unknown = others.filter(({ id }) => isSamePlane(memory, me, placed(id)) === null)
  return unknown.length > 0 ? { peers: unknown, noonOnly: false } : { peers: [...others], noonOnly: true }
}
