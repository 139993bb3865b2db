import { auditOf, record } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { mustManageStation } from './add-gateway.ts'
import { endLogins } from './end-logins.ts'
import { setSecretHash } from './gateway-link-store.ts'
import { releaseClaim } from './gateway-store.ts'
import type { DeviceRow } from './inventory-store.ts'
import { dropNowhere, followPlaces, leavePlaces, lockArray, membersOf, removeStrings } from './place-store.ts'
import type { Caller } from '../accounts/who.ts'

/** The devices of the station that are named, and with `withChildren` those behind the gateways among them, locked. */
const lockNamed = async (
  trx: Db,
  stationId: string,
  ids: readonly string[],
  withChildren: boolean,
): Promise<DeviceRow[]> => {
  const rows = await trx
    .selectFrom('device')
    .selectAll()
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .where((eb) =>
      withChildren
        ? eb.or([eb('id', 'in', [...ids]), eb('gateway_id', 'in', [...ids])])
        : eb('id', 'in', [...ids]),
    )
    .orderBy('no')
    .forUpdate()
    .execute()
  const found = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !found.has(id))) refuse('not_found')
  return rows
}

/** Ends the login of a gateway that is no longer there, and lets one of the registry be claimed again. */
export const endLogin = async (trx: Db, gateway: Pick<DeviceRow, 'id' | 'sn_key'>): Promise<void> => {
  await setSecretHash(trx, gateway.id, null)
  await trx
    .updateTable('gateway_link')
    .set({ connected: false })
    .where('device_id', '=', gateway.id)
    .execute()
  await releaseClaim(trx, gateway.sn_key)
}

/** Takes the strings of inverters away; what hung in them stays, in none. */
export const removeStringsOf = async (
  trx: Db,
  inverterIds: readonly string[],
  now: number,
): Promise<void> => {
  if (inverterIds.length === 0) return
  const strings = await trx
    .selectFrom('string')
    .select('id')
    .where('inverter_id', 'in', [...inverterIds])
    .where('removed_at', 'is', null)
    .execute()
  if (strings.length === 0) return
  const ids = strings.map(({ id }) => id)
  const members = await membersOf(trx, ids)
  await removeStrings(trx, ids, now)
  await followPlaces(trx, members)
}

/** Takes devices out of the installation, out of their places and from under their inverter. Readings and history stay. */
export const closeDevices = async (trx: Db, ids: readonly string[], now: number): Promise<void> => {
  await leavePlaces(trx, [...ids], now)
  await trx
    .updateTable('device')
    .set((eb) => ({ removed_at: new Date(now), version: eb('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute()
  await trx
    .updateTable('device')
    .set({ parent_id: null })
    .where('parent_id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .execute()
}

const remove = async (trx: Db, rows: readonly DeviceRow[], now: number): Promise<void> => {
  const ids = rows.map(({ id }) => id)
  await closeDevices(trx, ids, now)
  // Nobody vouches any more for what hung behind a gateway: the next one that names it has it.
  await trx
    .updateTable('device')
    .set({ gateway_id: null, reported_by_gateway: false, missing_since: null })
    .where('gateway_id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
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
    const rows = await lockNamed(trx, stationId, [...new Set(given.ids)], given.withChildren)
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
      await record(trx, {
        ...auditOf(caller),
        companyId,
        action: 'device.delete',
        objectKind: 'device',
        objectId: row.id,
        result: 'done',
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
