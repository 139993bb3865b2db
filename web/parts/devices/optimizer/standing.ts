import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import { shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import type { DeviceRow } from '../inverter/string-groups.ts'

export type Standing = {
  /** Median of what the other optimizers give, W per module; of a day Wh per module. */
  median: number
  /** How many of them. */
  peers: number
  /** Its own over the median, less 1: -0.12 is 12 % below. */
  share: number
}

const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}

/** Below this there is too little light to compare: W per module, of a day an hour of that, Wh. */
const least = 5
const leastPeers = 2

const modulesOf = ({ brand, model }: DeviceRow): number => modulesOfOptimizer(brand, model) ?? 1

/**
 * How an optimizer stands among the others of its string, by module: now, or while all rest by the energy of the day;
 * null when it or they are not known, or it was too dark.
 */
export const standingOf = (
  own: DeviceRow,
  string: readonly DeviceRow[],
  rest: NightDay | null = null,
): Standing | null => {
  const perModule = (one: DeviceRow): number | null => {
    const shown = shownOf(one, rest)
    return shown === null ? null : shown / modulesOf(one)
  }
  const others = string.flatMap((one) =>
    one.id !== own.id && one.kind === own.kind ? (perModule(one) ?? []) : [],
  )
  const mine = perModule(own)
  if (mine === null || others.length < leastPeers) return null
  const median = medianOf(others)
  if (median < least) return null
  return { median, peers: others.length, share: mine / median - 1 }
}
