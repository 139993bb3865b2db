import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import type { DeviceRow } from '../inverter/string-groups.ts'

export type Standing = {
  /** Median power of the other optimizers that are heard, W per module. */
  medianW: number
  /** How many of them. */
  peers: number
  /** Own power over the median, less 1: -0.12 is 12 % below. */
  share: number
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}

/** Below this there is too little light to compare, W per optimizer. */
const leastW = 5
const leastPeers = 2

const modulesOf = ({ brand, model }: DeviceRow): number => modulesOfOptimizer(brand, model) ?? 1

/** How an optimizer stands among the others of its string now, by module; null when it or they are not known, or it is too dark. */
export const standingOf = (own: DeviceRow, string: readonly DeviceRow[]): Standing | null => {
  const others = string.flatMap((one) => {
    const { id, kind, powerW } = one
    return id !== own.id && kind === own.kind && powerW !== null ? [powerW / modulesOf(one)] : []
  })
  if (own.powerW === null || others.length < leastPeers) return null
  const medianW = median(others)
  if (medianW < leastW) return null
  return { medianW, peers: others.length, share: own.powerW / modulesOf(own) / medianW - 1 }
}
