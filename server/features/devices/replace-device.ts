import { isSubDeviceSerial, normaliseSerial, serialKey } from '#domain/devices/fields.ts'
import { findModel } from '#domain/devices/models.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { holdStation } from '../stations/station-store.ts'
import { chargeSerials } from './charge-serials.ts'
import { lockDevice } from './device-store.ts'
import { exchangeDevice } from './exchange-device.ts'
import type { DeviceRow } from './inventory-store.ts'
import { lockArray, hangsInString } from './place-store.ts'
import { devicesWithSerials, registeredSerials } from './serial-store.ts'
import type { Caller } from '../accounts/who.ts'
import { placeOfVisible, anyChild, isUsed } from './find-devices.ts'
import { insertDevice } from './device-write-store.ts'
import { linkState } from './gateway-link-store.ts'

export type Replacement = {
  /** The device that goes. */
  deviceId: string
  /** Of the new one's row, unless its gateway has found it already. */
  id: string
  sn: string
  brand?: string | undefined
  model?: string | undefined
}

/**
 * Finds, checks and locks a device that is to be replaced or moved, its station and that one's array first.
 * @throws Refusal `not_found`, `forbidden`
 */
export const lockToReplace = async (trx: Db, caller: Caller, id: string) => {
  const scope = visibleStations(caller.who, caller.now)
  const seen = await placeOfVisible(trx, id, scope)
  if (!seen) return refuse('not_found')
  mustManage(caller.who, seen)
  if (!(await holdStation(trx, seen.station_id, scope))) return refuse('not_found')
  await lockArray(trx, seen.station_id)
  return (await lockDevice(trx, id, scope)) ?? refuse('not_found')
}

/** A child that the gateway has found and that hangs nowhere yet. */
const isFree = async (trx: Db, found: DeviceRow, old: DeviceRow): Promise<boolean> => {
  const near =
    found.id !== old.id &&
    found.station_id === old.station_id &&
    found.kind === old.kind &&
    (found.gateway_id === null || old.gateway_id === null || found.gateway_id === old.gateway_id)
  if (!near) return false
  const hung = await hangsInString(trx, found.id)
  const behind = await anyChild(trx, found.id)
  return !hung && !behind
}

/** Of those with this serial the one that can take the place; there is more than one when makers printed the same. */
const freeOrAny = async (
  trx: Db,
  found: readonly DeviceRow[],
  old: DeviceRow,
): Promise<DeviceRow | undefined> => {
  for (const one of found) if (await isFree(trx, one, old)) return one
  return found[0]
}

const insertNew = async (trx: Db, old: DeviceRow, given: Replacement, now: number): Promise<void> => {
  const model = given.model ?? ''
  const listed = model === '' ? null : findModel(old.kind, model)
  // Of another model nothing of the old data sheet holds; without a word on it, it is the same again.
  const same = model === '' || model.toUpperCase() === old.model.toUpperCase()
  const made = await insertDevice(trx, {
    id: given.id,
    station_id: old.station_id,
    kind: old.kind,
    sn: normaliseSerial(given.sn),
    sn_key: serialKey(given.sn),
    brand: given.brand || (listed?.brand ?? (same ? old.brand : '')),
    model: model || old.model,
    gateway_id: old.gateway_id,
    parent_id: null,
    string_no: null,
    position: null,
    rated_w: listed?.ratedW ?? (same ? old.rated_w : null),
    mppt_count: listed?.mppt ?? (same ? old.mppt_count : null),
    string_count: listed?.strings ?? (same ? old.string_count : null),
    warranty_until: null,
    created_at: new Date(now),
  })
  if (made) return
  const used = await isUsed(trx, given.id)
  refuse(used ? 'wrong_state' : 'sn_repeat', { field: used ? 'id' : 'sn' })
}

const isConnected = async (trx: Db, gatewayId: string): Promise<boolean> => {
  const link = await linkState(trx, gatewayId)
  return link?.connected === true
}

/**
 * Puts another inverter, optimizer or shutdown device into the place of one. A connected gateway is told by a command.
 * Gives the new device's id.
 * @throws Refusal `not_found`, `forbidden`, `sn_format`, `sn_repeat`, `too_many_serials`, `command_running`, `wrong_state` for a used id
 */
export const replaceDevice = async (
  { db, changeEvents, commands }: Pick<Context, 'db' | 'changeEvents' | 'commands'>,
  caller: Caller,
  given: Replacement,
): Promise<string> => {
  const { now } = caller
  if (!isSubDeviceSerial(given.sn)) refuse('sn_format', { field: 'sn' })
  const key = serialKey(given.sn)
  await transact(db, async (trx) => lockToReplace(trx, caller, given.deviceId))
  await chargeSerials(db, caller, [given.sn], 'adds')
  const done = await transact(db, async (trx) => {
    const old = await lockToReplace(trx, caller, given.deviceId)
    const found = await freeOrAny(trx, await devicesWithSerials(trx, [key], true), old)
    const taken = found ? !(await isFree(trx, found, old)) : (await registeredSerials(trx, [key])).size > 0
    if (taken) refuse('sn_repeat', { field: 'sn' })
    if (!found) await insertNew(trx, old, given, now)
    const next = { id: found?.id ?? given.id, sn: found?.sn ?? normaliseSerial(given.sn) }
    await commands.cancelOpen(trx, [old.id], now)
    await exchangeDevice(trx, old, next.id, { by: caller.who.accountId, now })
    const told = old.gateway_id !== null && (await isConnected(trx, old.gateway_id))
    if (old.gateway_id !== null && told)
      await commands.enqueue(trx, {
        stationId: old.station_id,
        gatewayId: old.gateway_id,
        op: 'replace',
        args: { old: old.sn, new: next.sn },
        targets: [next],
        createdBy: caller.who.accountId,
        now,
      })
    await recordDone(trx, caller, {
      companyId: old.company_id,
      action: 'device.replace',
      objectKind: 'device',
      objectId: old.id,
      detail: { old: old.sn, new: next.sn, by: next.id },
    })
    return { newId: next.id, stationId: old.station_id, gatewayId: told ? old.gateway_id : null }
  })
  for (const what of ['devices', 'array', 'commands', 'alarms'] as const)
    changeEvents.tell({ type: 'changed', stationId: done.stationId, what })
  if (done.gatewayId !== null) commands.queued.tell(done.gatewayId)
  return done.newId
}
