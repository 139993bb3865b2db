import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { removeStation } from './station-store.ts'
import { lockToManage } from './station-to-manage.ts'
import type { Caller } from '../accounts/who.ts'

/**
 * Takes a station out of everybody's sight but the administrators', with all that hangs at it: its serials are free
 * again, its gateways are cut off at once, commands that wait for them end. What was measured stays.
 * @throws Refusal `not_found`, `forbidden`, `station_name_differs` unless `name` is exactly the station's.
 */
export const deleteStation = async (
  {
    db,
    changeEvents,
    logins,
    mqtt,
    log,
    commands,
    stationDevices,
  }: Pick<Context, 'db' | 'changeEvents' | 'logins' | 'mqtt' | 'log' | 'commands' | 'stationDevices'>,
  caller: Caller,
  { id, name }: { id: string; name: string },
): Promise<void> => {
  const { now } = caller
  const gateways = await transact(db, async (trx) => {
    const row = await lockToManage(trx, caller, id)
    if (row.name !== name) refuse('station_name_differs', { field: 'name' })
    const devices = await stationDevices.lock(trx, id)
    await commands.cancelOpen(
      trx,
      devices.map((one) => one.id),
      now,
    )
    await removeStation(trx, id, now)
    await stationDevices.remove(trx, devices, now)
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'station.delete',
      objectKind: 'station',
      objectId: id,
      detail: { code: row.code, name, devices: devices.length },
    })
    return devices.filter(({ kind }) => kind === 'gateway').map(({ sn }) => sn)
  })
  changeEvents.tell({ type: 'changed', stationId: id, what: 'station' })
  for (const gateway of gateways) {
    // The deletion stands: what could not be told now is found when the logins are compared.
    await Promise.all([logins.follow(gateway), mqtt.disconnect(gateway)]).catch((error: unknown) => {
      log.error({ err: error, gateway }, 'a gateway of a deleted station could not be disconnected')
    })
  }
}
