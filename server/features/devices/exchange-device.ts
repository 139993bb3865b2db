import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { DeviceRow } from './inventory-store.ts'
import { keepPlaces } from './keep-places.ts'
import { dropNowhere, hangDevices, leavePlaces } from './place-store.ts'

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
  const stay = await trx
    .selectFrom('place_device')
    .select('place_id')
    .where('device_id', '=', old.id)
    .where('until', 'is', null)
    .executeTakeFirst()
  await leavePlaces(trx, [old.id, newId], change.now)
  await trx
    .updateTable('device')
    .set((eb) => ({ removed_at: now, replaced_by: newId, version: eb('version', '+', 1) }))
    .where('id', '=', old.id)
    .execute()
  await sql`
    UPDATE device SET string_no = ${old.string_no}, position = ${old.position}, parent_id = ${old.parent_id}::uuid,
           name = CASE WHEN name = '' THEN ${old.name} ELSE name END,
           confirmed_at = coalesce(confirmed_at, ${now}::timestamptz), version = version + 1
     WHERE id = ${newId}`.execute(trx)
  if (stay) await hangDevices(trx, [{ placeId: stay.place_id, deviceId: newId }], change.now)
  else await keepPlaces(trx, old.station_id, [newId], change)
  await dropNowhere(trx, old.station_id, change.now)
  if (old.kind === 'inverter') {
    await sql`UPDATE string SET inverter_id = ${newId}::uuid, version = version + 1
               WHERE inverter_id = ${old.id} AND removed_at IS NULL`.execute(trx)
    await sql`UPDATE device SET parent_id = ${newId}::uuid
               WHERE parent_id = ${old.id} AND removed_at IS NULL`.execute(trx)
  }
  if (old.kind === 'gateway')
    await sql`UPDATE device SET gateway_id = ${newId}::uuid
               WHERE gateway_id = ${old.id} AND removed_at IS NULL`.execute(trx)
}
