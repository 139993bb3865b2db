import type { Selectable } from 'kysely'
import type { DeviceTable } from '../../platform/db/tables/devices.ts'
import { brandKey } from '#domain/devices/identity.ts'
import type { Db } from '../../platform/db/handle.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'

/** Devices in force that have these serials, of the whole installation. `lock`: held until the end of the transaction. */
export const devicesWithSerials = async (
  db: Db,
  keys: readonly string[],
  lock = false,
): Promise<Selectable<DeviceTable>[]> =>
  keys.length === 0
    ? []
    : db
        .selectFrom('device')
        .selectAll()
        .where('sn_key', 'in', [...keys])
        .where('removed_at', 'is', null)
        .orderBy('no')
        .$if(lock, (query) => query.forUpdate())
        .execute()

/** Which of these serials are gateways of the factory registry. */
export const registeredSerials = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('gateway_registry')
    .select('sn_key')
    .where('sn_key', 'in', [...keys])
    .execute()
  return new Set(rows.map((row) => row.sn_key))
}

/** A gateway of the station found it by itself and nobody has confirmed it yet: adding it is confirming it. */
export const isUnconfirmed = (
  row: Pick<Selectable<DeviceTable>, 'station_id' | 'kind' | 'confirmed_at'>,
  stationId: string,
): boolean => row.station_id === stationId && row.kind !== 'gateway' && row.confirmed_at === null

/**
 * Of the devices with each serial the one that somebody who types it means. They say the serial alone, as labels do: that
 * of a device which a gateway of the station has found, and among two of them that of the brand they say.
 */
export const meantByTyped = (
  rows: readonly Selectable<DeviceTable>[],
  stationId: string,
): ((key: string, brand: string) => Selectable<DeviceTable> | undefined) => {
  const byKey = Map.groupBy(rows, (row) => row.sn_key)
  return (key, brand) => {
    const all = byKey.get(key) ?? []
    const free = all.filter((row) => isUnconfirmed(row, stationId))
    return free.find((row) => row.brand_key === brandKey(brand)) ?? free[0] ?? all[0]
  }
}

export const serialsInUse = (db: Db, who: Who, now: number, keys: readonly string[]) =>
  db
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select((eb) => ['device.sn_key', eb.and([visibleStations(who, now)]).as('seen')])
    .where('device.sn_key', 'in', [...keys])
    .where('device.removed_at', 'is', null)
    .execute()
