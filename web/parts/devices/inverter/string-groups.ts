import { hangsInString } from '#domain/devices/kinds.ts'
import type { Answer } from '../../../app/data/call-types.ts'

export type DeviceRow = Answer<'GET /api/devices/{deviceId}'>['children'][number]
export type StringGroup = {
  /** null = not assigned to a string. */
  stringNo: number | null
  devices: DeviceRow[]
  online: number
  /** Sum of what is known of what they show, W or Wh; null when nothing is. */
  sum: number | null
  /** The greatest of it: the measure of their bars. */
  most: number
}

const byPlace = (a: DeviceRow, b: DeviceRow): number =>
  (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY) ||
  a.sn.localeCompare(b.sn)

/** A sum over known values; null when none is known. */
export const sumKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null)

/**
 * Optimizers and shutdown devices by string and position; what has no string comes last. `shown`: what each of them
 * shows, its power or its energy of a day.
 */
export const stringGroups = (
  children: readonly DeviceRow[],
  shown: (device: DeviceRow) => number | null = ({ powerW }) => powerW,
): StringGroup[] => {
  const groups = new Map<number | null, DeviceRow[]>()
  for (const device of children) {
    if (!hangsInString(device.kind)) continue
    groups.set(device.stringNo, [...(groups.get(device.stringNo) ?? []), device])
  }
  return [...groups]
    .sort(([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
    .map(([stringNo, devices]) => ({
      stringNo,
      devices: devices.sort(byPlace),
      online: devices.filter(({ online }) => online).length,
      sum: sumKnown(devices.map(shown)),
      most: Math.max(0, ...devices.map((one) => shown(one) ?? 0)),
    }))
}
