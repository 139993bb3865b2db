import { sql, type SqlBool } from 'kysely'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { MeterRole } from '#domain/devices/meter-roles.ts'
import type { Db } from '../../platform/db/handle.ts'

/** A meter or a battery of a station, with its newest live reading. */
export type BothWaysRow = {
  stationId: string
  id: string
  kind: DeviceKind
  role: MeterRole | null
  /** It hangs below another meter. */
  below: boolean
  ratedW: number | null
  ts: number | null
  receivedAt: number | null
  p: number | null
  soc: number | null
  flags: number | null
}

/** The meters and batteries that stations have now. */
export const metersAndBatteries = async (db: Db, stationIds: readonly string[]): Promise<BothWaysRow[]> =>
  stationIds.length === 0
    ? []
    : db
        .selectFrom('device as d')
        .leftJoin('latest as l', 'l.device_no', 'd.no')
        .leftJoin('device as above', 'above.id', 'd.parent_id')
        // As one value: a list of thousands takes longer to read than the rows.
        .where(sql<SqlBool>`d.station_id = ANY(${[...stationIds]}::uuid[])`)
        .where('d.kind', 'in', ['meter', 'battery'])
        .where('d.removed_at', 'is', null)
        .select([
          'd.station_id as stationId',
          'd.id',
          'd.kind',
          'd.meter_role as role',
          sql<boolean>`coalesce(above.kind = 'meter', false)`.as('below'),
          'd.rated_w as ratedW',
          'l.ts',
          'l.received_at as receivedAt',
          'l.p',
          'l.soc',
          'l.flags',
        ])
        .orderBy('d.no')
        .execute()
