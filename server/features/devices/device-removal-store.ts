import type { Db } from '../../platform/db/handle.ts'

/** Devices in force, of all kinds. */
export const devicesInForce = async (trx: Db, stationId: string) =>
  trx
    .selectFrom('device')
    .select(['id', 'sn', 'sn_key', 'kind'])
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .execute()

/** These devices of a station that is deleted are there no longer; gateways have no login and can be claimed anew. */
export const removeDevices = async (
  trx: Db,
  devices: Awaited<ReturnType<typeof devicesInForce>>,
  now: number,
): Promise<void> => {
  const ids = devices.map(({ id }) => id)
  if (ids.length === 0) return
  await trx.updateTable('gateway_link').set({ secret_hash: null }).where('device_id', 'in', ids).execute()
  await trx
    .updateTable('gateway_registry')
    .set({ claimed_at: null })
    .where(
      'sn_key',
      'in',
      devices.map((one) => one.sn_key),
    )
    .execute()
  await trx
    .updateTable('device')
    .set({ removed_at: new Date(now) })
    .where('id', 'in', ids)
    .execute()
}
