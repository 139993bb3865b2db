import { names } from '#domain/name-order.ts'
/** How the devices of a station hang together: gateway, its inverters, their strings with what is in them. */
import { hangsInString, kindPlace } from '#domain/devices/kinds.ts'
import { shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { sumKnown } from '../../kit/sum-known.ts'
import { troubledFirst } from '../states/trouble-rank.ts'
import type { DeviceData } from './station-queries.ts'

/** `no` null: in no string. */
export type StringGroup = { no: number | null; members: DeviceData[] }
export type InverterGroup = { inverter: DeviceData; strings: StringGroup[] }
export type GatewayGroup = {
  /** null: devices whose gateway is not known. */
  gateway: DeviceData | null
  inverters: InverterGroup[]
  /** What hangs in strings of no known inverter, by string. */
  loose: StringGroup[]
  /** What stands by itself: no inverter, and in no string. */
  others: DeviceData[]
}

export const deviceLabel = ({ name, sn }: Pick<DeviceData, 'name' | 'sn'>): string => name || sn
const byLabel = (a: DeviceData, b: DeviceData): number => names.compare(deviceLabel(a), deviceLabel(b))

/** `Map.groupBy`, which Safari has from 17.4 on only. */
const groupBy = <K>(members: readonly DeviceData[], keyOf: (one: DeviceData) => K): Map<K, DeviceData[]> => {
  const groups = new Map<K, DeviceData[]>()
  for (const one of members) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

const stringsOf = (members: readonly DeviceData[]): StringGroup[] =>
  [...groupBy(members, ({ stringNo }) => stringNo)]
    .map(([no, found]) => ({
      no,
      members: found.sort((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || byLabel(a, b)),
    }))
    .sort((a, b) => (a.no ?? Infinity) - (b.no ?? Infinity))

/** The dead ones first. Every device stands in exactly one place; a parent that is not among the devices counts as none. */
export const groupDevices = (devices: readonly DeviceData[]): GatewayGroup[] => {
  const gateways = troubledFirst(devices.filter(({ kind }) => kind === 'gateway').sort(byLabel))
  const inverters = troubledFirst(devices.filter(({ kind }) => kind === 'inverter').sort(byLabel))
  const parts = devices.filter(({ kind }) => hangsInString(kind))
  const alone = troubledFirst(
    devices
      .filter(({ kind }) => kind !== 'gateway' && kind !== 'inverter' && !hangsInString(kind))
      .sort((a, b) => kindPlace(a.kind) - kindPlace(b.kind) || byLabel(a, b)),
  )
  const known = new Set([...gateways, ...inverters].map(({ id }) => id))
  const byInverter = groupBy(parts, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const ofInverter = new Set(inverters.map(({ id }) => id))
  const groupOf = (gateway: DeviceData | null): GatewayGroup => {
    const mine = ({ gatewayId }: DeviceData): boolean =>
      (gatewayId !== null && known.has(gatewayId) ? gatewayId : null) === (gateway?.id ?? null)
    const loose = parts.filter((one) => mine(one) && (one.parentId === null || !ofInverter.has(one.parentId)))
    return {
      gateway,
      inverters: inverters
        .filter(mine)
        .map((inverter) => ({ inverter, strings: stringsOf(byInverter.get(inverter.id) ?? []) })),
      loose: stringsOf(loose),
      others: alone.filter(mine),
    }
  }
  const rest = groupOf(null)
  return [
    ...gateways.map(groupOf),
    ...(rest.inverters.length + rest.loose.length + rest.others.length > 0 ? [rest] : []),
  ]
}

/** Silent after it was heard, or reporting that it has shut down. What was never heard is unknown, not in trouble. */
export const isTroubled = ({ kind, online, state }: Pick<DeviceData, 'kind' | 'online' | 'state'>): boolean =>
  kind === 'gateway' ? !online : state === 'shutdown' || state === 'disconnected'

/** At work by its own word, while an alarm of it is open. */
export const isAlarmed = (device: DeviceData): boolean =>
  device.alarmLevel !== undefined && !isTroubled(device)

/** Whether modules are told apart, whose figures are DC beside the AC of inverters. */
export const hasModules = (devices: readonly Pick<DeviceData, 'kind'>[]): boolean =>
  devices.some(({ kind }) => kind === 'optimizer')

/** W of those that are known, in place of it Wh of the day whose energy they show; null when none is. */
export const sumPower = (members: readonly DeviceData[], rest: NightDay | null = null): number | null =>
  sumKnown(members.map((one) => shownOf(one, rest)))

const plain = (text: string): string => text.toLowerCase().normalize('NFKC')
const serial = (text: string): string => plain(text).replaceAll(/[\s-]/g, '')

/** Devices whose name, SN or model holds what was typed; spaces and dashes in a serial do not count. */
export const findDevices = (devices: readonly DeviceData[], typed: string): DeviceData[] => {
  const [words, key] = [plain(typed.trim()), serial(typed)]
  if (words === '') return [...devices]
  return devices.filter(
    ({ name, sn, model }) =>
      plain(name).includes(words) || plain(model).includes(words) || (key !== '' && serial(sn).includes(key)),
  )
}
