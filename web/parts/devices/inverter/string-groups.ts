import { hangsInString } from '#domain/devices/kinds.ts'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { sumKnown } from '../../../kit/sum-known.ts'

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
  /** Those that show so much less than the others, by module, that they are weak. */
  weak: ReadonlySet<string>
}

const byPlace = (a: DeviceRow, b: DeviceRow): number =>
  (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY) ||
  a.sn.localeCompare(b.sn)

/** Modules at an optimizer; where its model tells of none, one. */
export const modulesOf = ({ brand, model }: DeviceRow): number => modulesOfOptimizer(brand, model) ?? 1

/** A share of the median, and how many make one. No source: chosen. */
const WEAK = 0.8
const LEAST_KNOWN = 4

const weakOf = (
  devices: readonly DeviceRow[],
  shown: (device: DeviceRow) => number | null,
): ReadonlySet<string> => {
  const values = devices.flatMap((one) => {
    const value = shown(one)
    return value === null ? [] : [{ id: one.id, value: value / modulesOf(one) }]
  })
  const middle = values.map(({ value }) => value).toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  const weak = values.length < LEAST_KNOWN ? [] : values.filter(({ value }) => value < WEAK * middle)
  return new Set(weak.map(({ id }) => id))
}

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
      weak: weakOf(devices, shown),
    }))
}
