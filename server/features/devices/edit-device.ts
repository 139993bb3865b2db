import type { MeterRole } from '#domain/devices/meter-roles.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { lastSaved } from '../accounts/find-last-saved.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import type { DeviceNow } from './device-store.ts'
import { findDevice, lockDevice } from './device-store.ts'
import { presentDevices } from './devices-now.ts'
import type { Caller } from '../accounts/who.ts'
import { saveEdit } from './device-write-store.ts'

export type DeviceEdit = {
  id: string
  version: number
  name: string
  warrantyUntil: string | null
  /** Absent = as it is. */
  meterRole?: MeterRole | null | undefined
}

/** @throws Refusal `not_found`, `forbidden`, `invalid_input` (a role of what is no meter), or `version_stale` with the present device, and who saved it when */
export const editDevice = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: Caller,
  edit: DeviceEdit,
): Promise<DeviceNow> => {
  const scope = visibleStations(caller.who, caller.now)
  const device = await transact(db, async (trx) => {
    const row = (await lockDevice(trx, edit.id, scope)) ?? refuse('not_found')
    mustManage(caller.who, row)
    if (row.version !== edit.version) {
      const now = (await findDevice(trx, edit.id, scope)) ?? refuse('not_found')
      const [device] = await presentDevices(trx, [now], caller.now)
      refuse('version_stale', {
        current: { device, version: now.version, ...(await lastSaved(trx, 'device', edit.id)) },
      })
    }
    const meterRole = edit.meterRole === undefined ? row.meter_role : edit.meterRole
    if (meterRole !== null && row.kind !== 'meter') refuse('invalid_input', { field: 'meterRole' })
    const { name, warrantyUntil } = edit
    await saveEdit(trx, edit.id, { name, warrantyUntil, meterRole })
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'device.edit',
      objectKind: 'device',
      objectId: edit.id,
      detail: {
        name: [row.name, edit.name],
        warrantyUntil: [row.warranty_until, edit.warrantyUntil],
        ...(meterRole !== row.meter_role && { meterRole: [row.meter_role, meterRole] }),
      },
    })
    return (await findDevice(trx, edit.id, scope)) ?? refuse('not_found')
  })
  changeEvents.tell({ type: 'changed', stationId: device.station_id, what: 'devices' })
  return device
}
