import { randomUUID } from 'node:crypto'
import { sameCompany } from '#domain/accounts/same-company.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { hashSecret, makeSecret } from '../../platform/broker/credentials.ts'
import { refuse } from '../../platform/refusal.ts'
import { mustManageStation } from './add-gateway.ts'
import { closeDevices, removeStringsOf } from './delete-devices.ts'
import { setSecretHash, saveLink } from './gateway-link-store.ts'
import { countDevices, type DeviceRow } from './inventory-store.ts'
import { secretHashOf } from './device-store.ts'
import { keepPlaces } from './keep-places.ts'
import { dropNowhere, lockArray } from './place-store.ts'
import { lockToReplace } from './replace-device.ts'
import type { Caller } from '../accounts/who.ts'
import { lockWithChildren, insertDevices } from './device-write-store.ts'
import { DEVICES_OF_STATION } from '#domain/devices/limits.ts'

/**
 * The rows of the new station. Another company gets what the devices are, and nothing that people wrote or that tells of
 * the time before: no names, warranty, SIM or first activation.
 */
const newRows = (rows: readonly DeviceRow[], stationId: string, sameCompany: boolean, now: number) => {
  const idOf = new Map(rows.map(({ id }) => [id, randomUUID()]))
  const moved = (id: string | null): string | null => (id === null ? null : (idOf.get(id) ?? null))
  return rows.map((row) => ({
    id: idOf.get(row.id) ?? randomUUID(),
    station_id: stationId,
    kind: row.kind,
    sn: row.sn,
    sn_key: row.sn_key,
    brand: row.brand,
    model: row.model,
    sw: row.sw,
    hw: row.hw,
    soc_version: row.soc_version,
    gateway_id: moved(row.gateway_id),
    parent_id: moved(row.parent_id),
    string_no: row.string_no,
    position: row.position,
    rated_w: row.rated_w,
    mppt_count: row.mppt_count,
    string_count: row.string_count,
    reported_by_gateway: row.reported_by_gateway,
    created_at: new Date(now),
    confirmed_at: new Date(now),
    warranty_until: sameCompany ? row.warranty_until : null,
    ...(sameCompany
      ? {
          name: row.name,
          sim: row.sim,
          net_mode: row.net_mode,
          activated_at: row.activated_at === null ? null : new Date(row.activated_at),
        }
      : {}),
  }))
}

const lockAll = async (trx: Db, gatewayId: string): Promise<DeviceRow[]> => lockWithChildren(trx, gatewayId)

/** The rows of the old station are closed: readings, names and history stay with them. */
const closeRows = async (trx: Db, rows: readonly DeviceRow[], now: number): Promise<void> => {
  const ids = rows.map(({ id }) => id)
  const stationId = rows[0]?.station_id ?? ''
  await removeStringsOf(
    trx,
    rows.flatMap(({ id, kind }) => (kind === 'inverter' ? [id] : [])),
    now,
  )
  await closeDevices(trx, ids, now)
  await dropNowhere(trx, stationId, now)
}

/** Rows of one statement: parameters of PostgreSQL end at 65,535. */
const ROWS_AT_ONCE = 500

/**
 * Moves a gateway with all behind it to another station that the caller may change too. No reading goes along, open
 * commands end, and the login is made anew, so that whoever knew the old one is out; but for an edge of ours within its
 * company, whose login nobody knew (`secret` is null then).
 * @throws Refusal `not_found`, `forbidden`, `wrong_state` for the station it is at, `devices_full` where it would hold too many, `unavailable` when the broker could
 * not be told the new secret
 */
export const transferGateway = async (
  context: Pick<Context, 'db' | 'changeEvents' | 'logins' | 'mqtt' | 'log' | 'commands' | 'moveEdge'>,
  caller: Caller,
  given: { gatewayId: string; stationId: string },
): Promise<{ id: string; sn: string; secret: string | null; moved: number }> => {
  const { db, changeEvents, logins, mqtt, log, commands, moveEdge } = context
  const { now } = caller
  await logins.ready()
  const secret = makeSecret()
  const hash = await hashSecret(secret)
  const done = await transact(db, async (trx) => {
    const companyId = await mustManageStation(trx, caller, given.stationId)
    const gateway = await lockToReplace(trx, caller, given.gatewayId)
    if (gateway.kind !== 'gateway') refuse('not_found')
    if (gateway.station_id === given.stationId) refuse('wrong_state', { field: 'stationId' })
    await lockArray(trx, given.stationId)
    const rows = await lockAll(trx, gateway.id)
    if ((await countDevices(trx, given.stationId)) + rows.length > DEVICES_OF_STATION) refuse('devices_full')
    await commands.cancelOpen(
      trx,
      rows.map(({ id }) => id),
      now,
    )
    const before = await secretHashOf(trx, gateway.sn)
    await setSecretHash(trx, gateway.id, null)
    await saveLink(trx, gateway.id, { connected: false })
    await closeRows(trx, rows, now)
    const isSame = sameCompany(gateway.company_id, companyId)
    const made = newRows(rows, given.stationId, isSame, now)
    for (let at = 0; at < made.length; at += ROWS_AT_ONCE)
      await insertDevices(trx, made.slice(at, at + ROWS_AT_ONCE))
    const id = made.find((row) => row.kind === 'gateway')?.id ?? refuse('not_found')
    const goesOn = await moveEdge(trx, gateway.id, { gatewayId: id, sameCompany: isSame })
    await setSecretHash(trx, id, goesOn ? before : hash)
    await keepPlaces(
      trx,
      given.stationId,
      made.map((row) => row.id),
      { by: caller.who.accountId, now },
    )
    for (const [company, stationId, objectId, action] of [
      [gateway.company_id, gateway.station_id, gateway.id, 'gateway.transfer-out'],
      [companyId, given.stationId, id, 'gateway.transfer-in'],
    ] as const)
      await recordDone(trx, caller, {
        companyId: company,
        action,
        objectKind: 'device',
        objectId,
        detail: { sn: gateway.sn, stationId, devices: rows.length },
      })
    return { id, sn: gateway.sn, from: gateway.station_id, moved: rows.length, goesOn }
  })
  for (const stationId of [done.from, given.stationId])
    for (const what of ['devices', 'array', 'commands', 'alarms'] as const)
      changeEvents.tell({ type: 'changed', stationId, what })
  const tellBroker = async (): Promise<void> => {
    if (!done.goesOn) await logins.give(done.sn, secret)
    await mqtt.disconnect(done.sn)
  }
  await tellBroker().catch((error: unknown) => {
    log.error(
      { err: error, gateway: done.sn },
      'moved, but the broker does not know its new secret: renew it',
    )
    return refuse('unavailable')
  })
  return { id: done.id, sn: done.sn, secret: done.goesOn ? null : secret, moved: done.moved }
}
