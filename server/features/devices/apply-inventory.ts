import { randomUUID } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Inventory } from '#contract/mqtt/inventory.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { planInventory } from '#domain/devices/plan-inventory.ts'
import { record } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { holdStation } from '../stations/station-store.ts'
import { gatewayBySerial } from './device-store.ts'
import { heldCount, isPastBoot, lockLink, saveLink } from './gateway-link-store.ts'
import {
  countDevices,
  insertReported,
  keepAbilities,
  knownDevice,
  lockKnownDevices,
  markMissing,
  removeDevice,
  replacedSerials,
  setParents,
  updateReported,
} from './inventory-store.ts'
import { keepPlaces } from './keep-places.ts'
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
}

type Gateway = { id: string; station_id: string; sn: string }

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
    await replacedSerials(trx, gateway.station_id, keys),
    (await countDevices(trx, gateway.station_id)) -
      rows.filter(({ station_id }) => station_id === gateway.station_id).length,
  )
  let changed = plan.create.length + plan.missing.length > 0
  const created: string[] = []
  const rerated: number[] = []
  for (const { device, snKey, replaces } of plan.create) {
    if (replaces !== null) {
      await removeDevice(trx, replaces, now)
      await leavePlaces(trx, [replaces], now)
      await dropNowhere(trx, rowOf.get(replaces)?.station_id ?? gateway.station_id, now)
      await record(trx, {
        at: now,
        action: 'device.taken-over',
        objectKind: 'device',
        objectId: replaces,
        result: 'done',
        detail: { gateway: gateway.sn, sn: device.sn },
      })
    }
    const id = randomUUID()
    if (!(await insertReported(trx, gateway, { device, snKey, id, now }))) throw new Overtaken()
    created.push(id)
  }
  for (const { device, id } of plan.update) {
    const row = rowOf.get(id)
    if (!row) continue
    const told = await updateReported(trx, gateway, row, device)
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
    reason: 'serial' as const,
  }))
  await quarantineReported(trx, gateway.id, [...plan.quarantine, ...unreadable], now)
  await releaseFromQuarantine(
    trx,
    gateway.id,
    taken.map(({ sn }) => serialKey(sn)),
  )
  const named = [...created, ...plan.update.map(({ id }) => id)]
  const array =
    changed && (await keepPlaces(trx, gateway.station_id, named, { by: null, now, gatewaySn: gateway.sn }))
  return {
    stationId: gateway.station_id,
    created: plan.create.length,
    missing: plan.missing.length,
    quarantined: plan.quarantine.length,
    changed,
    array,
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
    if (!(error instanceof Overtaken)) throw error
    outcome = await once()
  }
  if (outcome?.changed) changeEvents.tell({ type: 'changed', stationId: outcome.stationId, what: 'devices' })
  if (outcome?.array) changeEvents.tell({ type: 'changed', stationId: outcome.stationId, what: 'array' })
  return outcome
}
