import type { Abilities } from './abilities.ts'
import { DEVICES_OF_GATEWAY, DEVICES_OF_STATION } from './limits.ts'
import type { DeviceKind } from './kinds.ts'
import { isReportedSerial, normaliseSerial, serialKey } from './fields.ts'
import { brandKey, maySame } from './identity.ts'
import { findModel } from './models.ts'

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
  brandKey: string
  kind: DeviceKind
  stationId: string
  gatewayId: string | null
  /** A gateway has vouched for it; false = only typed in by somebody. */
  reportedByGateway: boolean
  missing: boolean
}

export type QuarantineReason =
  | 'serial'
  | 'other_gateway'
  | 'is_gateway'
  | 'replaced'
  | 'too_many'
  /** The gateway says this serial of two makers' devices: of readings nobody knows whose they are. */
  | 'same_serial'

export type InventoryPlan = {
  /** New, or taken over; `replaces` is the row that somebody typed in at another station and that gives way. */
  create: { device: ReportedDevice; snKey: string; replaces: string | null }[]
  /** Present already at the gateway's station. `keepsBrand`: the one it says now is that of another device of this serial. */
  update: { device: ReportedDevice; id: string; replaces: string | null; keepsBrand: boolean }[]
  /** Children that the inventory no longer names; they stay. */
  missing: string[]
  quarantine: { sn: string; snKey: string; brand: string; reason: QuarantineReason }[]
}

/** What it says of its brand, or what the list of models says of that. */
export const brandOf = ({ t, brand, model }: ReportedDevice): string =>
  brand ?? (typeof model === 'string' ? (findModel(t, model)?.brand ?? '') : '')

type Named = { device: ReportedDevice; snKey: string; brandKey: string }
/** What one entry comes to: another gateway's device, a row of this station, or a new one. */
type Meant =
  | { is: 'refused'; reason: QuarantineReason }
  | { is: 'here'; row: KnownDevice; replaces: string | null; keepsBrand: boolean }
  | { is: 'new'; replaces: string | null }

/**
 * Whom an entry means among the devices that have its serial. Behind one gateway a serial is one device, whatever brand
 * is said of it; a brand that becomes known later is taken on. Beyond it the brand tells devices apart, and one without
 * may be any.
 */
const meantBy = (
  gateway: { id: string; stationId: string },
  { brandKey: key }: Named,
  found: readonly KnownDevice[],
): Meant => {
  if (found.some(({ kind }) => kind === 'gateway')) return { is: 'refused', reason: 'is_gateway' }
  const others = found.filter(({ gatewayId }) => gatewayId !== gateway.id)
  const exact = others.find((one) => one.brandKey === key)
  const typed = others.filter(({ reportedByGateway }) => !reportedByGateway)
  const exactTyped = typed.find((one) => one === exact)
  const own = found.find(({ gatewayId }) => gatewayId === gateway.id)
  // What says no brand now has the one it said before.
  if (own !== undefined && key === '') return { is: 'here', row: own, replaces: null, keepsBrand: false }
  if (own !== undefined) {
    const keepsBrand = exact !== undefined && exactTyped === undefined && own.brandKey !== key
    return { is: 'here', row: own, replaces: exactTyped?.id ?? null, keepsBrand }
  }
  const same = others.filter((one) => maySame(one.brandKey, key))
  if (same.some((one) => one.reportedByGateway)) return { is: 'refused', reason: 'other_gateway' }
  const isHere = ({ stationId }: KnownDevice) => stationId === gateway.stationId
  // What a person typed of a brand is less than what stands there; what they put behind another gateway is that one's.
  const loose = typed.filter(({ gatewayId }) => gatewayId === null)
  const here =
    [exactTyped, ...same, ...(exactTyped ? [] : loose)].find((one) => one !== undefined && isHere(one)) ??
    null
  if (here !== null)
    return {
      is: 'here',
      row: here,
      replaces: exactTyped === undefined || exactTyped === here ? null : exactTyped.id,
      keepsBrand: false,
    }
  const only = same.length === 1 ? same[0] : undefined
  return { is: 'new', replaces: (exactTyped ?? only)?.id ?? null }
}

/** Each serial once: of two brands that one which is known behind the gateway, else the one named first. */
const eachOnce = (
  gatewayId: string,
  reported: readonly ReportedDevice[],
  known: ReadonlyMap<string, readonly KnownDevice[]>,
): { taken: Named[]; twice: Named[] } => {
  const named = reported.map((device): Named => ({
    device,
    snKey: serialKey(device.sn),
    brandKey: brandKey(brandOf(device)),
  }))
  const taken: Named[] = []
  const twice: Named[] = []
  for (const [snKey, entries] of Map.groupBy(named, (one) => one.snKey)) {
    const own = known.get(snKey)?.find((one) => one.gatewayId === gatewayId)
    const first = entries.find((one) => one.brandKey === own?.brandKey) ?? entries[0]
    if (first === undefined) continue
    taken.push(first)
    const other = entries.find((one) => !maySame(one.brandKey, first.brandKey))
    if (other !== undefined) twice.push(other)
  }
  return { taken, twice }
}

/**
 * What a gateway's inventory means for the installation. Identity is the login, and of devices brand and serial: what
 * another gateway reported stays there, what was only typed in goes to the gateway that reports it.
 */
export const planInventory = (
  gateway: { id: string; stationId: string },
  reported: readonly ReportedDevice[],
  known: readonly KnownDevice[],
  /** Devices that a person has replaced: the gateway has yet to learn it. */
  replaced: readonly Pick<KnownDevice, 'snKey' | 'brandKey'>[] = [],
  /** Devices at the gateway's station that are not among `known`. */
  others = 0,
): InventoryPlan => {
  const plan: InventoryPlan = { create: [], update: [], missing: [], quarantine: [] }
  const byKey = Map.groupBy(known, ({ snKey }) => snKey)
  const here = known.filter(({ stationId }) => stationId === gateway.stationId)
  const behind = here.filter(({ gatewayId }) => gatewayId === gateway.id)
  const { taken, twice } = eachOnce(gateway.id, reported, byKey)
  const refuse = ({ device, snKey }: Named, reason: QuarantineReason) =>
    plan.quarantine.push({ sn: normaliseSerial(device.sn), snKey, brand: brandOf(device), reason })
  let room = Math.min(DEVICES_OF_GATEWAY - behind.length, DEVICES_OF_STATION - here.length - others)
  for (const one of taken) {
    const { device, snKey } = one
    if (!isReportedSerial(device.sn)) {
      refuse(one, 'serial')
      continue
    }
    const meant = meantBy(gateway, one, byKey.get(snKey) ?? [])
    const wasReplaced = replaced.some((gone) => gone.snKey === snKey && maySame(gone.brandKey, one.brandKey))
    if (meant.is === 'refused') refuse(one, meant.reason)
    else if (meant.is === 'here') {
      const { row, replaces, keepsBrand } = meant
      plan.update.push({ device, id: row.id, replaces, keepsBrand })
      if (keepsBrand) refuse(one, 'other_gateway')
    } else if (meant.replaces === null && wasReplaced) refuse(one, 'replaced')
    else if (meant.replaces === null && room-- <= 0) refuse(one, 'too_many')
    else plan.create.push({ device, snKey, replaces: meant.replaces })
  }
  for (const one of twice)
    if (!plan.quarantine.some(({ snKey }) => snKey === one.snKey)) refuse(one, 'same_serial')
  const named = new Set(taken.map(({ snKey }) => snKey))
  for (const device of known)
    if (
      device.kind !== 'gateway' &&
      device.gatewayId === gateway.id &&
      !device.missing &&
      !named.has(device.snKey)
    )
      plan.missing.push(device.id)
  return plan
}
