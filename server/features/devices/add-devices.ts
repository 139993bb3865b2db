import { hangsInString } from '#domain/devices/kinds.ts'
import type * as z from 'zod/mini'
import type { subDeviceInput } from '#contract/http/site-devices.ts'
import { isSubDeviceSerial, normaliseSerial, serialKey } from '#domain/devices/fields.ts'
import { findModel } from '#domain/devices/models.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustManageStation } from './add-gateway.ts'
import { chargeSerials } from './charge-serials.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { keepPlaces } from './keep-places.ts'
import { lockArray } from './place-store.ts'
import { devicesWithSerials, isUnconfirmed, meantByTyped, registeredSerials } from './serial-store.ts'
import type { Caller } from '../accounts/who.ts'
import { standingAt, isUsed } from './find-devices.ts'
import { insertDevice, unplaced, confirmDevices, saveDevice } from './device-write-store.ts'
import { DEVICES_OF_GATEWAY, DEVICES_OF_STATION } from '#domain/devices/limits.ts'

export type NewDevice = z.output<typeof subDeviceInput>
export type RefusedDevice = {
  id: string
  sn: string
  code: 'sn_format' | 'sn_repeat' | 'position_taken' | 'wrong_state' | 'devices_full'
}
export type AddedDevices = { added: string[]; refused: RefusedDevice[] }

type Site = {
  gateways: ReadonlySet<string>
  /** Gateway of each inverter. */
  inverters: ReadonlyMap<string, string | null>
  /** Who holds a position: `inverter string kind position`. */
  positions: Map<string, string>
  devices: number
  /** Devices behind each gateway. */
  behind: Map<string, number>
}

const slotOf = (one: {
  parentId: string | null
  stringNo: number | null
  kind: string
  position: number | null
}): string | null =>
  one.parentId === null || one.stringNo === null || one.position === null
    ? null
    : `${one.parentId} ${one.stringNo} ${one.kind} ${one.position}`

const readSite = async (trx: Db, stationId: string): Promise<Site> => {
  const rows = await standingAt(trx, stationId)
  return {
    gateways: new Set(rows.flatMap(({ id, kind }) => (kind === 'gateway' ? [id] : []))),
    inverters: new Map(
      rows.flatMap((row) => (row.kind === 'inverter' ? [[row.id, row.gateway_id] as const] : [])),
    ),
    devices: rows.length,
    behind: new Map(
      [...Map.groupBy(rows, ({ gateway_id: id }) => id ?? '')].map(([id, own]) => [id, own.length]),
    ),
    positions: new Map(
      rows.flatMap((row) => {
        const slot = slotOf({ ...row, parentId: row.parent_id, stringNo: row.string_no })
        return slot === null ? [] : [[slot, row.id] as const]
      }),
    ),
  }
}

const isFull = ({ devices, behind }: Site, gatewayId: string | undefined): boolean =>
  devices >= DEVICES_OF_STATION ||
  (gatewayId !== undefined && (behind.get(gatewayId) ?? 0) >= DEVICES_OF_GATEWAY)

const countIn = (site: Site, gatewayId: string | undefined): void => {
  site.devices += 1
  if (gatewayId !== undefined) site.behind.set(gatewayId, (site.behind.get(gatewayId) ?? 0) + 1)
}

/** What a person said of it; what was not said stays. */
const factsOf = (one: NewDevice, site: Site) => {
  const listed = findModel(one.kind, one.model)
  const brand = one.brand || listed?.brand
  const gatewayId = one.gatewayId ?? site.inverters.get(one.parentId ?? '') ?? null
  return {
    ...(brand ? { brand } : {}),
    ...(one.model ? { model: one.model } : {}),
    ...(one.name ? { name: one.name } : {}),
    ...(gatewayId === null ? {} : { gateway_id: gatewayId }),
    ...(one.parentId === null ? {} : { parent_id: one.parentId }),
    ...(one.stringNo === null ? {} : { string_no: one.stringNo }),
    ...(one.position === null ? {} : { position: one.position }),
    ...(listed ? { rated_w: listed.ratedW, mppt_count: listed.mppt, string_count: listed.strings } : {}),
  }
}

const insert = async (
  trx: Db,
  stationId: string,
  one: NewDevice,
  site: Site,
  now: number,
): Promise<boolean> => {
  const made = await insertDevice(trx, {
    ...unplaced,
    ...factsOf(one, site),
    id: one.id,
    station_id: stationId,
    kind: one.kind,
    sn: normaliseSerial(one.sn),
    sn_key: serialKey(one.sn),
    reported_by_gateway: false,
    confirmed_at: new Date(now),
    created_at: new Date(now),
  })
  return made !== undefined
}

const write = async (
  trx: Db,
  caller: Caller,
  stationId: string,
  devices: readonly NewDevice[],
): Promise<AddedDevices & { changed: string[] }> => {
  const { now } = caller
  const site = await readSite(trx, stationId)
  for (const { gatewayId, parentId } of devices)
    if (
      (gatewayId !== null && !site.gateways.has(gatewayId)) ||
      (parentId !== null && !site.inverters.has(parentId))
    )
      refuse('not_found')
  const keys = devices.map(({ sn }) => serialKey(sn))
  const rows = await devicesWithSerials(trx, keys, true)
  const known = meantByTyped(rows, stationId)
  const registered = await registeredSerials(trx, keys)
  const added: string[] = []
  const changed: string[] = []
  const refused: RefusedDevice[] = []
  const confirmed: string[] = []
  const seen = new Set<string>()
  for (const one of devices) {
    const key = serialKey(one.sn)
    const no = (code: RefusedDevice['code']) =>
      void refused.push({ id: one.id, sn: normaliseSerial(one.sn), code })
    const found = rows.find((row) => row.id === one.id) ?? known(key, one.brand)
    const gatewayId = factsOf(one, site).gateway_id
    const twin = rows.some(
      (row) => row.sn_key === key && row.id !== found?.id && row.gateway_id === gatewayId,
    )
    const lost = one.stringNo !== null && one.parentId === null
    const slot = slotOf(one)
    const holder = slot === null ? undefined : site.positions.get(slot)
    if (!isSubDeviceSerial(one.sn)) no('sn_format')
    else if (seen.has(key) || registered.has(key)) no('sn_repeat')
    else if (found?.id === one.id && found.station_id === stationId) added.push(one.id)
    else if (found && (!isUnconfirmed(found, stationId) || (gatewayId && twin))) no('sn_repeat')
    else if (lost || (one.parentId !== null && !hangsInString(one.kind))) no('wrong_state')
    else if (found && found.kind !== one.kind) no('wrong_state')
    else if (holder !== undefined && holder !== found?.id) no('position_taken')
    else if (found) {
      const facts = factsOf(one, site)
      if (Object.keys(facts).length > 0) await saveDevice(trx, found.id, facts)
      confirmed.push(found.id)
      added.push(found.id)
      changed.push(found.id)
    } else if (isFull(site, gatewayId)) no('devices_full')
    else if (await insert(trx, stationId, one, site, now)) {
      countIn(site, gatewayId)
      added.push(one.id)
      changed.push(one.id)
    } else {
      const used = await isUsed(trx, one.id)
      no(used ? 'wrong_state' : 'sn_repeat')
    }
    seen.add(key)
    const last = added.at(-1)
    if (slot !== null && last !== undefined && changed.at(-1) === last) site.positions.set(slot, last)
  }
  if (confirmed.length > 0) await confirmDevices(trx, confirmed, now)
  await keepPlaces(trx, stationId, changed, { by: caller.who.accountId, now })
  return { added, refused, changed }
}

/**
 * Adds devices by serial to a station; each is judged by itself. What a gateway of the station has found already is
 * confirmed, and what a person says of it holds.
 * @throws Refusal `not_found` for a station, gateway or inverter that is not there, `forbidden`, `too_many_serials`
 */
export const addDevices = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: Caller,
  { stationId, devices }: { stationId: string; devices: readonly NewDevice[] },
): Promise<AddedDevices> => {
  await mustManageStation(db, caller, stationId)
  const typed = devices.map(({ sn }) => sn).filter(isSubDeviceSerial)
  await chargeSerials(db, caller, typed, 'adds')
  const outcome = await transact(db, async (trx) => {
    const companyId = await mustManageStation(trx, caller, stationId)
    await lockArray(trx, stationId)
    const written = await write(trx, caller, stationId, devices)
    if (written.changed.length > 0)
      await recordDone(trx, caller, {
        companyId,
        action: 'device.add',
        objectKind: 'station',
        objectId: stationId,
        detail: { ids: written.changed, refused: written.refused.length },
      })
    return written
  })
  if (outcome.changed.length > 0) {
    changeEvents.tell({ type: 'changed', stationId, what: 'devices' })
    changeEvents.tell({ type: 'changed', stationId, what: 'array' })
  }
  return outcome
}
