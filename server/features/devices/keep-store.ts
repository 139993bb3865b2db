import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'
import { stringKinds, type DeviceKind } from '#domain/devices/kinds.ts'
import { STRINGS_OF_STATION } from '#domain/devices/limits.ts'

/** A string for each number that a device names under its inverter, as long as the station has room for them. */
export const makeStrings = async (
  trx: Db,
  stationId: string,
  ids: readonly string[],
  now: number,
): Promise<void> => {
  await sql`
    INSERT INTO string (id, station_id, inverter_id, no, created_at)
    SELECT gen_random_uuid(), ${stationId}::uuid, i.id, d.string_no, ${new Date(now)}::timestamptz
      FROM device d JOIN device i ON i.id = d.parent_id AND i.removed_at IS NULL AND i.kind = 'inverter'
       AND i.station_id = d.station_id
     WHERE d.id = ANY(${[...ids]}::uuid[]) AND d.removed_at IS NULL AND d.kind = ANY(${[...stringKinds]}::text[])
       AND d.string_no IS NOT NULL
       AND NOT EXISTS (SELECT FROM string s WHERE s.inverter_id = i.id AND s.no = d.string_no AND s.removed_at IS NULL)
     GROUP BY i.id, d.string_no ORDER BY i.id, d.string_no
     LIMIT greatest(0, ${STRINGS_OF_STATION} - (SELECT count(*) FROM string s
                                                 WHERE s.station_id = ${stationId}::uuid AND s.removed_at IS NULL))
    ON CONFLICT (inverter_id, no) WHERE removed_at IS NULL DO NOTHING`.execute(trx)
}

type Said = {
  id: string
  sn: string
  kind: DeviceKind
  brand: string
  model: string
  placeId: string | null
  /** As the device's row says it. */
  stringId: string | null
  position: number | null
}

/** Devices whose place is missing or says something else than they do. */
export const outOfStep = async (trx: Db, ids: readonly string[]): Promise<Said[]> => {
  const { rows } = await sql<Said>`
    SELECT d.id, d.sn, d.kind, d.brand, d.model, p.id AS "placeId", s.id AS "stringId", d.position
      FROM device d
      LEFT JOIN place_device n ON n.device_id = d.id AND n.until IS NULL
      LEFT JOIN place p ON p.id = n.place_id
      LEFT JOIN string s ON s.inverter_id = d.parent_id AND s.no = d.string_no AND s.removed_at IS NULL
       AND d.kind = ANY(${[...stringKinds]}::text[])
     WHERE d.id = ANY(${[...ids]}::uuid[]) AND d.removed_at IS NULL
       AND (p.id IS NULL OR (s.id IS NOT NULL AND (p.string_id IS DISTINCT FROM s.id
            OR (d.position IS NOT NULL AND p.position IS DISTINCT FROM d.position))))
     ORDER BY d.no`.execute(trx)
  return rows
}
