import { randomUUID } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Inventory } from '#contract/mqtt/inventory.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { planInventory } from '#domain/devices/plan-inventory.ts'
import { record } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import { pgCode } from '../../platform/db/trouble.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { holdStation } from '../stations/station-store.ts'
import { gatewayBySerial, isEdge } from './device-store.ts'
import { saveFirstActivation } from './device-write-store.ts'
import { heldCount, isPastBoot, lockLink, saveLink } from './gateway-link-store.ts'
import {
  countDevices,
  insertReported,
  keepAbilities,
  knownDevice,
  lockKnownDevices,
  markMissing,
  removeDevice,
  replacedAmong,
  setParents,
  updateReported,
} from './inventory-store.ts'
import { keepPlaces } from './keep-places.ts'
import { gatewaysWith } from './find-elsewhere.ts'
import { dropNowhere, leavePlaces, lockArray } from './place-store.ts'
import { quarantineReported, releaseFromQuarantine } from './quarantine-store.ts'

export type InventoryOutcome = {
  stationId: string
  created: number
  missing: number
  quarantined: number
  changed: boolean
  /** Strings or places changed. */
  array: boolean
  /** Stations of gateways whose pages tell of a serial that they did not tell of before. */
  toldAt: readonly string[]
}

type Gateway = { id: string; station_id: string; sn: string }

/** unique_violation */
const ALREADY_THERE = '23505'

/** A serial that was free when it was planned and is not any more. */
class Overtaken extends Error {}

const write = async (
  trx: Db,
  energy: Context['energy'],
  gateway: Gateway,
  inventory: Inventory,
  now: number,
): Promise<InventoryOutcome | null> => {
  const keys = inventory.devices.map(({ sn }) => serialKey(sn))
  await holdStation(trx, gateway.station_id, sql<SqlBool>`true`)
  await lockArray(trx, gateway.station_id)
  // Whoever deletes, moves or replaces it takes one of the two first: now it is settled which of us came before.
  if ((await gatewayBySerial(trx, gateway.sn))?.id !== gateway.id) return null
  const rows = await lockKnownDevices(trx, gateway.id, keys)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const plan = planInventory(
    { id: gateway.id, stationId: gateway.station_id },
    inventory.devices,
    rows.map(knownDevice),
    await replacedAmong(trx, gateway.station_id, keys),
    (await countDevices(trx, gateway.station_id)) -
      rows.filter(({ station_id }) => station_id === gateway.station_id).length,
  )
  /** A row that was only typed in elsewhere gives way to what stands behind this gateway. */
  const takeOver = async (id: string, sn: string): Promise<void> => {
    await removeDevice(trx, id, now)
    await leavePlaces(trx, [id], now)
    await dropNowhere(trx, rowOf.get(id)?.station_id ?? gateway.station_id, now)
    await record(trx, {
      at: now,
      action: 'device.taken-over',
      objectKind: 'device',
      objectId: id,
      result: 'done',
      detail: { gateway: gateway.sn, sn },
    })
  }
  let changed = plan.create.length + plan.missing.length > 0
  const created: string[] = []
  const rerated: number[] = []
  for (const { device, snKey, replaces } of plan.create) {
    if (replaces !== null) await takeOver(replaces, device.sn)
    const id = randomUUID()
    if (!(await insertReported(trx, gateway, { device, snKey, id, now }))) throw new Overtaken()
    created.push(id)
  }
  for (const { device, id, replaces, keepsBrand } of plan.update) {
    const row = rowOf.get(id)
    if (!row) continue
    if (replaces !== null) await takeOver(replaces, device.sn)
    const told = await updateReported(trx, gateway, row, device, keepsBrand)
    if (told.changed) changed = true
    if (told.rating) rerated.push(row.no)
  }
  await energy.applyRating(trx, rerated, now)
  const taken = [...plan.create, ...plan.update].map(({ device }) => device)
  const parents = taken.flatMap(({ sn, parent }) =>
    parent ? [{ snKey: serialKey(sn), parentKey: serialKey(parent) }] : [],
  )
  if (await setParents(trx, gateway.id, parents)) changed = true
  await keepAbilities(
    trx,
    gateway.id,
    taken.flatMap(({ sn, can }) => (can ? [{ snKey: serialKey(sn), can }] : [])),
  )
  await markMissing(trx, plan.missing, now)
  const unreadable = (inventory.unreadable ?? []).map(({ sn }) => ({
    sn,
    snKey: sn,
    brand: '',
    reason: 'serial' as const,
  }))
  const first = new Set(await quarantineReported(trx, gateway.id, [...plan.quarantine, ...unreadable], now))
  const foreign = plan.quarantine.filter(
    ({ reason, snKey }) => reason === 'other_gateway' && first.has(snKey),
  )
  const holders =
    foreign.length === 0
      ? []
      : await gatewaysWith(
          trx,
          foreign.map(({ snKey }) => snKey),
          gateway.id,
        )
  const set = new Set(plan.quarantine.map(({ snKey }) => snKey))
  await releaseFromQuarantine(
    trx,
    gateway.id,
    taken.map(({ sn }) => serialKey(sn)).filter((key) => !set.has(key)),
  )
  const named = [...created, ...plan.update.map(({ id }) => id)]
  // An edge names what it has read: that is at work, without anybody telling it to begin.
  if (await isEdge(trx, gateway.id)) {
    const begun = await saveFirstActivation(trx, [gateway.id, ...named], now)
    if (begun.length > 0) changed = true
  }
  const array =
    changed && (await keepPlaces(trx, gateway.station_id, named, { by: null, now, gatewaySn: gateway.sn }))
  return {
    stationId: gateway.station_id,
    created: plan.create.length,
    missing: plan.missing.length,
    quarantined: plan.quarantine.length,
    changed,
    array,
    toldAt: first.size === 0 ? [] : [gateway.station_id, ...holders.map(({ stationId }) => stationId)],
  }
}

/**
 * What a gateway says it has behind it becomes its station's devices. Takes the same inventory again without effect; an
 * older revision of the same boot is ignored, and so is one of a boot that is over. null when there is no such gateway in force or the inventory is old.
 */
export const applyInventory = async (
  { db, changeEvents, energy }: Pick<Context, 'db' | 'changeEvents' | 'energy'>,
  gatewaySn: string,
  inventory: Inventory,
  arrivedAt: number,
): Promise<InventoryOutcome | null> => {
  const once = async (): Promise<InventoryOutcome | null> =>
    transact(db, async (trx) => {
      const gateway = await gatewayBySerial(trx, gatewaySn)
      if (!gateway) return null
      const link = await lockLink(trx, gateway.id)
      const old =
        link.boot === inventory.boot &&
        link.inventory_rev !== null &&
        heldCount(inventory.rev) < link.inventory_rev
      if (old || (await isPastBoot(trx, gateway.no, link, inventory.boot))) return null
      const outcome = await write(trx, energy, gateway, inventory, arrivedAt)
      if (outcome === null) return null
      await saveLink(trx, gateway.id, {
        inventory_rev: heldCount(inventory.rev),
        inventory_at: new Date(arrivedAt),
      })
      return outcome
    })
  let outcome: InventoryOutcome | null
  try {
    outcome = await once()
  } catch (error) {
    // Of two who give their device the same brand at once the database refuses one.
    if (!(error instanceof Overtaken) && pgCode(error) !== ALREADY_THERE) throw error
    outcome = await once()
  }
  const changed = new Set(outcome?.toldAt)
  if (outcome?.changed) changed.add(outcome.stationId)
  for (const stationId of changed) changeEvents.tell({ type: 'changed', stationId, what: 'devices' })
  if (outcome?.array) changeEvents.tell({ type: 'changed', stationId: outcome.stationId, what: 'array' })
  return outcome
}
