import type { Abilities } from './abilities.ts'
import type { DeviceKind } from './kinds.ts'
import { isReportedSerial, normaliseSerial, serialKey } from './fields.ts'

type SubDeviceKind = Exclude<DeviceKind, 'gateway'>

/** One entry of a gateway's inventory, as the wire brings it. */
export type ReportedDevice = {
  sn: string
  t: SubDeviceKind
  parent?: string | null | undefined
  string?: number | null | undefined
  pos?: number | null | undefined
  brand?: string | null | undefined
  model?: string | null | undefined
  sw?: string | null | undefined
  hw?: string | null | undefined
  rated_w?: number | null | undefined
  mppt?: number | null | undefined
  strings?: number | null | undefined
  can?: Abilities | null | undefined
}

/** A device of the installation whose serial is in the inventory, or that is a child of the gateway. */
export type KnownDevice = {
  id: string
  snKey: string
  kind: DeviceKind
  stationId: string
  gatewayId: string | null
  /** A gateway has vouched for it; false = only typed in by somebody. */
  reportedByGateway: boolean
  missing: boolean
}

export type QuarantineReason = 'serial' | 'other_gateway' | 'is_gateway' | 'replaced' | 'too_many'

/**
 * Devices behind one gateway, and of one station: far beyond any real one, so that a gateway that makes up serials
 * fills neither the station's lists nor the database.
 */
export const DEVICES_OF_GATEWAY = 2_000
export const DEVICES_OF_STATION = 10_000

/** Serials kept per gateway, whatever named them: enough to find a forgotten device, too few to fill the table with. */
export const QUARANTINE_SERIALS = 200

export type InventoryPlan = {
  /** New, or taken over; `replaces` is the row that somebody typed in at another station and that gives way. */
  create: { device: ReportedDevice; snKey: string; replaces: string | null }[]
  /** Present already at the gateway's station. */
  update: { device: ReportedDevice; id: string }[]
  /** Children that the inventory no longer names; they stay. */
  missing: string[]
  quarantine: { sn: string; snKey: string; reason: QuarantineReason }[]
}

/**
 * What a gateway's inventory means for the installation. Identity is the login: a serial that another gateway reported
 * stays there, one that was only typed in goes to the gateway that reports it. A serial named twice counts once.
 */
export const planInventory = (
  gateway: { id: string; stationId: string },
  reported: readonly ReportedDevice[],
  known: readonly KnownDevice[],
  /** Serial keys of devices that a person has replaced: the gateway has yet to learn it. */
  replaced: ReadonlySet<string> = new Set(),
  /** Devices at the gateway's station that are not among `known`. */
  others = 0,
): InventoryPlan => {
  const plan: InventoryPlan = { create: [], update: [], missing: [], quarantine: [] }
  const byKey = new Map(known.map((device) => [device.snKey, device]))
  const seen = new Set<string>()
  const here = known.filter(({ stationId }) => stationId === gateway.stationId)
  const behind = here.filter(({ gatewayId }) => gatewayId === gateway.id)
  let room = Math.min(DEVICES_OF_GATEWAY - behind.length, DEVICES_OF_STATION - here.length - others)
  for (const device of reported) {
    const snKey = serialKey(device.sn)
    if (seen.has(snKey)) continue
    seen.add(snKey)
    const found = byKey.get(snKey)
    const refuse = (reason: QuarantineReason) =>
      plan.quarantine.push({ sn: normaliseSerial(device.sn), snKey, reason })
    if (!isReportedSerial(device.sn)) refuse('serial')
    else if (found === undefined && replaced.has(snKey)) refuse('replaced')
    else if (found === undefined && room-- <= 0) refuse('too_many')
    else if (found === undefined) plan.create.push({ device, snKey, replaces: null })
    else if (found.kind === 'gateway') refuse('is_gateway')
    else if (found.gatewayId === gateway.id) plan.update.push({ device, id: found.id })
    else if (found.reportedByGateway) refuse('other_gateway')
    else if (found.stationId === gateway.stationId) plan.update.push({ device, id: found.id })
    else plan.create.push({ device, snKey, replaces: found.id })
  }
  for (const device of known)
    if (
      device.kind !== 'gateway' &&
      device.gatewayId === gateway.id &&
      !device.missing &&
      !seen.has(device.snKey)
    )
      plan.missing.push(device.id)
  return plan
}
