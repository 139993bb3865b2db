import type { Db } from '../../platform/db/handle.ts'
import type { DeviceRow } from './inventory-store.ts'
import { keepPlaces } from './keep-places.ts'
import { dropNowhere, hangDevices, leavePlaces, placeIdOf, moveStrings } from './place-store.ts'
import { markReplaced, takePlaceOf, moveChildren, moveBehind } from './device-write-store.ts'

/**
 * The new device takes the place of the old one at the same instant: place, string, position, inverter, name; what hung
 * behind the old one hangs behind the new one. The old row is closed and names its successor; warranty and readings
 * stay with it. Both rows have to be locked, and the station's array before them.
 */
export const exchangeDevice = async (
  trx: Db,
  old: DeviceRow,
  newId: string,
  change: { by: string | null; now: number },
): Promise<void> => {
  const now = new Date(change.now)
  const stay = await placeIdOf(trx, old.id)
  await leavePlaces(trx, [old.id, newId], change.now)
  await markReplaced(trx, newId, old.id, now)
  await takePlaceOf(trx, {
    stringNo: old.string_no,
    position: old.position,
    parentId: old.parent_id,
    name: old.name,
    now,
    newId,
  })
  if (stay) await hangDevices(trx, [{ placeId: stay.place_id, deviceId: newId }], change.now)
  else await keepPlaces(trx, old.station_id, [newId], change)
  await dropNowhere(trx, old.station_id, change.now)
  if (old.kind === 'inverter') {
    await moveStrings(trx, newId, old.id)
    await moveChildren(trx, newId, old.id)
  }
  if (old.kind === 'gateway') await moveBehind(trx, newId, old.id)
}
