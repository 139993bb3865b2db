import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import { type DeviceNow, inForce, stateColumns } from '../devices/device-store.ts'
import type { StateFacts } from '../devices/device-state-now.ts'

export const stationFacts = async (db: Db, ids: readonly string[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('station')
          .where(sql<SqlBool>`id = ANY(${[...ids]}::uuid[])`)
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

/** A device as others are held against it. */
export type BesideRow = StateFacts &
  Pick<DeviceNow, 'id' | 'station_id' | 'parent_id' | 'string_no' | 'model'>

/**
 * These devices and what they are held against: inverters of the same station, optimizers of the same string. Found from
 * those devices on, each kind by its own index: as one condition on all devices it would read every one there is. OFFSET 0
 * keeps each look by itself: where one inverter has most optimizers a join may take a plan that reads all of them.
 */
export const devicesBeside = async (db: Db, ids: readonly string[], most: number): Promise<BesideRow[]> =>
  ids.length === 0
    ? []
    : inForce(db)
        .clearSelect()
        .select([
          'device.id',
          'device.kind',
          'device.station_id',
          'device.parent_id',
          'device.string_no',
          'device.model',
          'device.rated_w',
          'device.shown_w',
          'device.removed_at',
          'device.gateway_id',
          ...stateColumns,
          'latest.p',
          'latest.p_pv',
          'latest.e_pv',
        ])
        .where(
          sql<SqlBool>`device.id = ANY(ARRAY(
            SELECT b.id FROM device i CROSS JOIN LATERAL (
              SELECT id FROM device WHERE station_id = i.station_id AND kind = 'inverter' OFFSET 0) AS b
             WHERE i.id = ANY(${[...ids]}::uuid[]) AND i.kind = 'inverter'
            UNION
            SELECT b.id FROM device o CROSS JOIN LATERAL (
              SELECT id FROM device
               WHERE parent_id = o.parent_id AND string_no = o.string_no AND kind = 'optimizer' AND removed_at IS NULL
              OFFSET 0) AS b
             WHERE o.id = ANY(${[...ids]}::uuid[]) AND o.kind = 'optimizer'))`,
        )
        .orderBy('device.no')
        .limit(most)
        .execute()

/** What these devices are called and rated: as `openAlarmsIn` tells of them. */
export const alarmedDevices = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('device')
        .where(sql<SqlBool>`id = ANY(${[...ids]}::uuid[])`)
        .select(['id', 'kind', 'sn', 'name', 'rated_w', 'shown_w'])
        .execute()
