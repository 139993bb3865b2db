import type { StationWindow } from './station-window.ts'
import { medianOfOthers, poolOf, type Tracker } from './tracker-currents.ts'

/**
 * What share of its neighbours' current a tracker usually gives, by time of day: one string beside two, a face to the
 * east. Learned where nobody entered which string ends where. Two numbers each: the share and how often it was seen.
 */
export type LearnedShares = Record<string, readonly [share: number, seen: number]>
export type RuleMemory = ReadonlyMap<string, LearnedShares>

/** Half-hours from which a share is trusted: six of one time of day, two or three days. */
export const TRUSTED = 6
/** Later ones count this much: a month of half-hours. */
const SLOWEST = 1 / 60
/** Hours of solar time that one share stands for. */
const BIN_HOURS = 2
const HOUR = 3_600_000

/** Trackers are compared from this current on, A: below it rounding and shadows decide. */
export const LEAST_A = 0.8

const keyOf = ({ n }: Tracker, { at, position }: StationWindow): string => {
  const solarHour = (((at / HOUR + position.longitude / 15) % 24) + 24) % 24
  return `${n}/${Math.floor(solarHour / BIN_HOURS)}`
}

/** Share of the median of the others; null in weak light. */
export const shareNow = (all: readonly Tracker[], one: Tracker): number | null => {
  const others = medianOfOthers(poolOf(all, one), one, ({ amps }) => amps)
  return others === null || others < LEAST_A ? null : one.amps / others
}

export const usualShare = (memory: RuleMemory, one: Tracker, window: StationWindow): number | null => {
  const known = memory.get(one.inverter.id)?.[keyOf(one, window)]
  return known === undefined || known[1] < TRUSTED ? null : known[0]
}

/** Learns from a moment in which nothing is suspected; gives only what has changed. */
export const learnShares = (
  all: readonly Tracker[],
  memory: RuleMemory,
  window: StationWindow,
  suspected: (one: Tracker) => boolean,
): Map<string, LearnedShares> => {
  const changed = new Map<string, LearnedShares>()
  for (const one of all) {
    const share = shareNow(all, one)
    // What is known by entry needs no learning, and of what gives nothing nothing is learned.
    if (share === null || share < 0.02 || one.strings !== null || suspected(one)) continue
    const known = changed.get(one.inverter.id) ?? memory.get(one.inverter.id) ?? {}
    const [before, seen] = known[keyOf(one, window)] ?? [share, 0]
    const weight = Math.max(SLOWEST, 1 / (seen + 1))
    const next = before + weight * (share - before)
    changed.set(one.inverter.id, {
      ...known,
      [keyOf(one, window)]: [Math.round(next * 1000) / 1000, Math.min(seen + 1, 10_000)],
    })
  }
  return changed
}
