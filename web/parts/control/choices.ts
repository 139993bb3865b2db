import { hangsInString } from '#domain/devices/kinds.ts'
import type { DeviceData } from '../stations/station-queries.ts'

export type Kind = DeviceData['kind'] | 'string'
/** A string as it can be chosen: its optimizers and shutdown devices. */
export type StringChoice = { id: string; no: number; inverter: string; members: string[] }

/** Strings that have devices of their own, in the order of inverters and numbers. */
export const stringsOf = (devices: readonly DeviceData[]): StringChoice[] => {
  const nameOf = new Map(devices.map((one) => [one.id, one.name || one.sn]))
  const groups = Map.groupBy(
    devices.filter(({ kind, stringNo }) => hangsInString(kind) && stringNo !== null),
    ({ parentId, stringNo }) => `${parentId ?? ''} ${stringNo ?? ''}`,
  )
  return [...groups].map(([id, members]) => ({
    id,
    no: members[0]?.stringNo ?? 0,
    inverter: nameOf.get(members[0]?.parentId ?? '') ?? '',
    members: members.map((one) => one.id),
  }))
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '')

/** Devices whose name or serial holds what was typed; dashes, spaces and case make no difference. */
export const matching = (devices: readonly DeviceData[], typed: string): DeviceData[] => {
  const wanted = plain(typed)
  return wanted === ''
    ? [...devices]
    : devices.filter(({ name, sn }) => plain(`${name} ${sn}`).includes(wanted))
}

/** Of what is chosen: the members go with their string, the rest stays. */
export const toggleAll = (chosen: ReadonlySet<string>, ids: readonly string[]): Set<string> => {
  const all = ids.every((id) => chosen.has(id))
  const next = new Set(chosen)
  for (const id of ids)
    if (all) next.delete(id)
    else next.add(id)
  return next
}
