import { shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { medianOf } from '#domain/telemetry/peers.ts'
import { modulesOf, type DeviceRow } from '../inverter/string-groups.ts'

export type Standing = {
  /** Median of what the other optimizers give, W per module; of a day Wh per module. */
  median: number
  /** How many of them. */
  peers: number
  /** Its own over the median, less 1: -0.12 is 12 % below. */
  share: number
}

/** Below this there is too little light to compare: W per module, of a day an hour of that, Wh. */
const least = 5
const leastPeers = 2

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
  if (median === null || median < least) return null
  return { median, peers: others.length, share: mine / median - 1 }
}
