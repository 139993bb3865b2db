import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { mustManageStation } from './add-gateway.ts'
import { endLogins } from './end-logins.ts'
import { setSecretHash, saveLink } from './gateway-link-store.ts'
import { releaseClaim } from './gateway-store.ts'
import type { DeviceRow } from './inventory-store.ts'
import {
  dropNowhere,
  followPlaces,
  leavePlaces,
  lockArray,
  membersOf,
  removeStrings,
  stringsOfInverters,
} from './place-store.ts'
import type { Caller } from '../accounts/who.ts'
import { lockNamed, markRemoved, letGoChildren, letGoBehind } from './device-write-store.ts'

/** The devices of the station that are named, and with `withChildren` those behind the gateways among them, locked. */
const lockAsked = async (
  trx: Db,
  stationId: string,
  ids: readonly string[],
  withChildren: boolean,
): Promise<DeviceRow[]> => {
  const rows = await lockNamed(trx, stationId, withChildren, ids)
  const found = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !found.has(id))) refuse('not_found')
  return rows
}

/** Ends the login of a gateway that is no longer there, and lets one of the registry be claimed again. */
export const endLogin = async (trx: Db, gateway: Pick<DeviceRow, 'id' | 'sn_key'>): Promise<void> => {
  await setSecretHash(trx, gateway.id, null)
  await saveLink(trx, gateway.id, { connected: false })
  await releaseClaim(trx, gateway.sn_key)
}

/** Takes the strings of inverters away; what hung in them stays, in none. */
export const removeStringsOf = async (
  trx: Db,
  inverterIds: readonly string[],
  now: number,
): Promise<void> => {
  if (inverterIds.length === 0) return
  const strings = await stringsOfInverters(trx, inverterIds)
  if (strings.length === 0) return
  const ids = strings.map(({ id }) => id)
  const members = await membersOf(trx, ids)
  await removeStrings(trx, ids, now)
  await followPlaces(trx, members)
}

/** Takes devices out of the installation, out of their places and from under their inverter. Readings and history stay. */
export const closeDevices = async (trx: Db, ids: readonly string[], now: number): Promise<void> => {
  await leavePlaces(trx, [...ids], now)
  await markRemoved(trx, ids, now)
  await letGoChildren(trx, ids)
}

const remove = async (trx: Db, rows: readonly DeviceRow[], now: number): Promise<void> => {
  const ids = rows.map(({ id }) => id)
  await closeDevices(trx, ids, now)
  // Nobody vouches any more for what hung behind a gateway: the next one that names it has it.
  await letGoBehind(trx, ids)
}

/**
 * Deletes devices of a station. Their places stay empty, their open commands end, a gateway is cut off at once. An
 * inverter's strings go with it.
 * @throws Refusal `not_found` when one of them is not of the station, `forbidden`
 */
export const deleteDevices = async (
  context: Pick<Context, 'db' | 'changeEvents' | 'logins' | 'mqtt' | 'log' | 'commands'>,
  caller: Caller,
  given: { stationId: string; ids: readonly string[]; withChildren: boolean },
): Promise<number> => {
  const { stationId } = given
  const { now } = caller
  const gone = await transact(context.db, async (trx) => {
    const companyId = await mustManageStation(trx, caller, stationId)
    await lockArray(trx, stationId)
    const rows = await lockAsked(trx, stationId, [...new Set(given.ids)], given.withChildren)
    await context.commands.cancelOpen(
      trx,
      rows.map(({ id }) => id),
      now,
    )
    await removeStringsOf(
      trx,
      rows.flatMap(({ id, kind }) => (kind === 'inverter' ? [id] : [])),
      now,
    )
    await remove(trx, rows, now)
    await dropNowhere(trx, stationId, now)
    for (const row of rows) {
      if (row.kind === 'gateway') await endLogin(trx, row)
      await recordDone(trx, caller, {
        companyId,
        action: 'device.delete',
        objectKind: 'device',
        objectId: row.id,
        detail: { sn: row.sn, kind: row.kind, stationId },
      })
    }
    return rows
  })
  for (const what of ['devices', 'array', 'commands', 'alarms'] as const)
    context.changeEvents.tell({ type: 'changed', stationId, what })
  await endLogins(
    context,
    gone.flatMap(({ kind, sn }) => (kind === 'gateway' ? [sn] : [])),
  )
  return gone.length
}
