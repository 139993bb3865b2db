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

/** These devices and what they are held against: inverters of the same station, optimizers of the same string. */
export const devicesBeside = async (db: Db, ids: readonly string[]): Promise<DeviceNow[]> =>
  ids.length === 0
    ? []
    : inForce(db)
        .where(
          sql<SqlBool>`(device.kind = 'inverter' AND device.station_id IN (
              SELECT i.station_id FROM device i WHERE i.id = ANY(${[...ids]}::uuid[]) AND i.kind = 'inverter')
            OR device.kind = 'optimizer' AND (device.parent_id, device.string_no) IN (
              SELECT o.parent_id, o.string_no FROM device o WHERE o.id = ANY(${[...ids]}::uuid[]) AND o.kind = 'optimizer'))`,
        )
        .orderBy('device.no')
        .limit(BESIDE_MAX)
        .execute()
