import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import { type DeviceNow, inForce } from '../devices/device-store.ts'

/** Devices that stand beside those in trouble and are looked at for one answer. */
const BESIDE_MAX = 5_000

export const stationFacts = async (db: Db, ids: readonly string[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('station')
          .where('id', 'in', [...ids])
          .select([
            'id',
            'latitude',
            'north',
            'longitude',
            'east',
            'capacity_w',
            'tilt_deg',
            'azimuth_deg',
            'tariff',
          ])
          .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export type StationFacts =
  Awaited<ReturnType<typeof stationFacts>> extends Map<string, infer Row> ? Row : never

/**
 * These devices and what they are held against: inverters of the same station, optimizers of the same string. Found from
 * those devices on, each kind by its own index: as one condition on all devices it would read every one there is.
 */
export const devicesBeside = async (db: Db, ids: readonly string[]): Promise<DeviceNow[]> =>
  ids.length === 0
    ? []
    : inForce(db)
        .where(
          sql<SqlBool>`device.id = ANY(ARRAY(
            SELECT b.id FROM device i JOIN device b ON b.station_id = i.station_id AND b.kind = 'inverter'
             WHERE i.id = ANY(${[...ids]}::uuid[]) AND i.kind = 'inverter'
            UNION
            SELECT b.id FROM device o
              JOIN device b ON b.parent_id = o.parent_id AND b.string_no = o.string_no AND b.kind = 'optimizer'
                AND b.removed_at IS NULL
             WHERE o.id = ANY(${[...ids]}::uuid[]) AND o.kind = 'optimizer'))`,
        )
        .orderBy('device.no')
        .limit(BESIDE_MAX)
        .execute()
