import { stringKinds } from '#domain/devices/kinds.ts'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { brandOf, type KnownDevice, type ReportedDevice } from '#domain/devices/plan-inventory.ts'
import { normaliseSerial } from '#domain/devices/fields.ts'
import { findModel } from '#domain/devices/models.ts'
import type { DeviceTable } from '../../platform/db/tables/devices.ts'
import type { Db } from '../../platform/db/handle.ts'

type Gateway = { id: string; station_id: string }

export type DeviceRow = Selectable<DeviceTable>

/** The gateway's children and every device that has one of the serials, locked in one order for all. */
export const lockKnownDevices = async (
  trx: Db,
  gatewayId: string,
  keys: readonly string[],
): Promise<DeviceRow[]> =>
  trx
    .selectFrom('device')
    .selectAll()
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([eb('gateway_id', '=', gatewayId), eb('sn_key', '=', sql<string>`any(${[...keys]}::text[])`)]),
    )
    .orderBy('no')
    .forUpdate()
    .execute()

/** Devices that a station has now. */
export const countDevices = async (trx: Db, stationId: string): Promise<number> => {
  const { count } = await trx
    .selectFrom('device')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const knownDevice = (row: DeviceRow): KnownDevice => ({
  id: row.id,
  snKey: row.sn_key,
  brandKey: row.brand_key,
  kind: row.kind,
  stationId: row.station_id,
  gatewayId: row.gateway_id,
  reportedByGateway: row.reported_by_gateway,
  missing: row.missing_since !== null,
})

/** What is not in the inventory is what the list of models says; what neither says is not known. */
const factsOf = (device: ReportedDevice) => {
  const listed = typeof device.model === 'string' ? findModel(device.t, device.model) : null
  return {
    kind: device.t,
    brand: brandOf(device) || null,
    model: device.model ?? null,
    sw: device.sw ?? null,
    hw: device.hw ?? null,
    rated_w: device.rated_w ?? listed?.ratedW ?? null,
    mppt_count: device.mppt ?? listed?.mppt ?? null,
    string_count: device.strings ?? listed?.strings ?? null,
    string_no: device.string ?? null,
    position: device.pos ?? null,
  }
}

/** False when somebody else was faster with this serial: then the inventory has to be planned again. */
export const insertReported = async (
  trx: Db,
  gateway: Gateway,
  { device, snKey, id, now }: { device: ReportedDevice; snKey: string; id: string; now: number },
): Promise<boolean> => {
  const facts = factsOf(device)
  const made = await trx
    .insertInto('device')
    .values({
      ...facts,
      id,
      station_id: gateway.station_id,
      sn: normaliseSerial(device.sn),
      sn_key: snKey,
      brand: facts.brand ?? '',
      model: facts.model ?? '',
      sw: facts.sw ?? '',
      hw: facts.hw ?? '',
      gateway_id: gateway.id,
      parent_id: null,
      warranty_until: null,
      reported_by_gateway: true,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/**
 * Writes what was said and keeps what was not. Tells what is different now; when nothing is, nothing is written. What
 * the counter had shown beyond an old rating says nothing about a new one.
 */
export const updateReported = async (
  trx: Db,
  gateway: Gateway,
  row: DeviceRow,
  device: ReportedDevice,
  keepsBrand: boolean,
): Promise<{ changed: boolean; rating: boolean }> => {
  const facts = { ...factsOf(device), ...(keepsBrand ? { brand: null } : {}) }
  const rating = facts.rated_w !== null && facts.rated_w !== row.rated_w
  const told = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
  const next = {
    ...told,
    station_id: gateway.station_id,
    gateway_id: gateway.id,
    reported_by_gateway: true,
    missing_since: null,
    ...(rating ? { shown_w: null } : {}),
  }
  const before = new Map<string, unknown>(Object.entries(row))
  if (Object.entries(next).every(([column, value]) => before.get(column) === value))
    return { changed: false, rating: false }
  await trx.updateTable('device').set(next).where('id', '=', row.id).execute()
  return { changed: true, rating }
}

/** Sets the inverter of devices, both by serial key; an inverter that is not known changes nothing. True when anything changed. */
export const setParents = async (
  trx: Db,
  gatewayId: string,
  parents: readonly { snKey: string; parentKey: string }[],
): Promise<boolean> => {
  if (parents.length === 0) return false
  const { rows } = await sql`
    UPDATE device d SET parent_id = i.id
      FROM unnest(${parents.map(({ snKey }) => snKey)}::text[], ${parents.map(({ parentKey }) => parentKey)}::text[])
             AS p(sn_key, parent_key)
      JOIN device i ON i.sn_key = p.parent_key AND i.gateway_id = ${gatewayId} AND i.kind = 'inverter'
        AND i.removed_at IS NULL
     WHERE d.sn_key = p.sn_key AND d.gateway_id = ${gatewayId} AND d.removed_at IS NULL
       AND d.kind = ANY(${[...stringKinds]}::text[])
       AND d.parent_id IS DISTINCT FROM i.id
    RETURNING d.id`.execute(trx)
  return rows.length > 0
}

export const markMissing = async (trx: Db, ids: readonly string[], now: number): Promise<void> => {
  if (ids.length === 0) return
  await trx
    .updateTable('device')
    .set({ missing_since: new Date(now) })
    .where('id', 'in', [...ids])
    .execute()
}

/** Takes a device out of the installation; its readings stay under its number. */
export const removeDevice = async (trx: Db, id: string, now: number): Promise<void> => {
  await trx
    .updateTable('device')
    .set({ removed_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** Devices with these serials that a person has replaced at this station. */
export const replacedAmong = (
  trx: Db,
  stationId: string,
  keys: readonly string[],
): Promise<Pick<KnownDevice, 'snKey' | 'brandKey'>[]> =>
  trx
    .selectFrom('device')
    .select(['sn_key as snKey', 'brand_key as brandKey'])
    .where('station_id', '=', stationId)
    .where('sn_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .where('replaced_by', 'is not', null)
    .where('removed_at', 'is not', null)
    .execute()

/** What devices of a gateway can be told; what says nothing of it keeps what was known. */
export const keepAbilities = async (
  trx: Db,
  gatewayId: string,
  told: readonly { snKey: string; can: object }[],
): Promise<void> => {
  if (told.length === 0) return
  await sql`
    UPDATE device d SET can = t.can
      FROM unnest(${told.map(({ snKey }) => snKey)}::text[], ${told.map(({ can }) => JSON.stringify(can))}::jsonb[])
             AS t(sn_key, can)
     WHERE d.sn_key = t.sn_key AND d.gateway_id = ${gatewayId} AND d.removed_at IS NULL
       AND d.can IS DISTINCT FROM t.can`.execute(trx)
}
