import type { Context } from '../../context.ts'
import type { DeviceNow } from './device-store.ts'
import { devicesOfStation, linkOf, quarantineOf } from './device-store.ts'
import { presentDevices } from './devices-now.ts'
import { presentLink } from './present-device.ts'

/**
 * What people expect behind a gateway against what it names. A device that was added without saying which gateway is
 * expected behind the only one of its station.
 */
export const foundChildren = async ({ db }: Pick<Context, 'db'>, gateway: DeviceNow, now: number) => {
  const all = await devicesOfStation(db, gateway.station_id, undefined)
  const alone = all.filter(({ kind }) => kind === 'gateway').length === 1
  const behind = all.filter(
    (row) => row.kind !== 'gateway' && (row.gateway_id === gateway.id || (row.gateway_id === null && alone)),
  )
  const isFound = (row: DeviceNow) =>
    row.gateway_id === gateway.id && row.reported_by_gateway && row.missing_since === null
  const expected = behind.filter((row) => row.confirmed_at !== null)
  const discovered = behind.filter(isFound)
  const link = await linkOf(db, gateway.id)
  const strangers = await quarantineOf(db, [gateway.id])
  return {
    expected: await presentDevices(db, expected, now),
    discovered: await presentDevices(db, discovered, now),
    missing: expected.filter((row) => !isFound(row)).map(({ id }) => id),
    unexpected: discovered.filter((row) => row.confirmed_at === null).map(({ id }) => id),
    quarantine: link ? presentLink(link, strangers).quarantine : [],
    inventoryAt: link?.inventory_at ?? null,
  }
}
