import type { Learned, RuleMemory } from './rule-memory.ts'
import { clearSkyPlaneIrradiance } from '../../stations/clear-sky.ts'
import { ableW, type StationWindow } from './station-window.ts'
import { medianOfOthers, poolOf, type Tracker } from './tracker-currents.ts'

/** Half-hours of strong light from which a share is trusted, of mornings and of afternoons. No source: chosen. */
const TRUSTED = 6
/** Later ones count this much: about a month. No source: chosen. */
const SLOWEST = 1 / 60
/** Mornings and afternoons of one sky differ by less, and so does one half-hour from the next. No source: chosen. */
const STEADY = 0.1
const HOUR = 3_600_000
/** Strong light: so much in the plane under a clear sky, and this share of it arrives as power. No source: chosen. */
const STRONG_WM2 = 300
const STRONG_SHARE = 0.6

/** Trackers are compared from this current on, A: below it rounding and shadows decide. No source: chosen. */
export const LEAST_A = 0.8

const halves = ['am', 'pm'] as const
const halfNow = ({ at, position }: StationWindow): (typeof halves)[number] =>
  (((at / HOUR + position.longitude / 15) % 24) + 24) % 24 < 12 ? 'am' : 'pm'

/** Share of the median of the others; null in weak light. */
export const shareNow = (all: readonly Tracker[], one: Tracker): number | null => {
  const others = medianOfOthers(poolOf(all, one), one, ({ amps }) => amps)
  return others === null || others < LEAST_A ? null : one.amps / others
}

/** null: not seen often enough, or not steady. */
export const usualShare = (memory: RuleMemory, one: Tracker): number | null => {
  const known = halves.map((half) => memory.get(one.inverter.id)?.[`${one.n}/${half}`])
  const shares = known.flatMap((entry) => {
    const [share = 0, seen = 0, deviation = 1] = entry ?? []
    return seen >= TRUSTED && deviation <= STEADY ? [share] : []
  })
  const [morning, afternoon] = shares
  if (morning === undefined || afternoon === undefined) return null
  return Math.abs(morning - afternoon) <= (STEADY * (morning + afternoon)) / 2
    ? (morning + afternoon) / 2
    : null
}

/** Learns from a moment of strong light in which nothing is suspected; gives only what has changed. */
export const learnShares = (
  all: readonly Tracker[],
  memory: RuleMemory,
  window: StationWindow,
  suspected: (one: Tracker) => boolean,
): Map<string, Learned> => {
  const changed = new Map<string, Learned>()
  const clear = clearSkyPlaneIrradiance(window.at, window.position, window.plane)
  if (clear < STRONG_WM2) return changed
  for (const one of all) {
    const { inverter, n } = one
    const output = (inverter.readings.at(-1)?.p ?? 0) / (ableW(inverter) ?? Infinity)
    const share = shareNow(all, one)
    // Of what gives nothing nothing is learned.
    if (output < (STRONG_SHARE * clear) / 1000 || share === null || share < 0.02 || suspected(one)) continue
    const known = changed.get(inverter.id) ?? memory.get(inverter.id) ?? {}
    const key = `${n}/${halfNow(window)}`
    const [before = share, seen = 0, deviation = 0] = known[key] ?? []
    const weight = Math.max(SLOWEST, 1 / (seen + 1))
    const off = Math.abs(share / before - 1)
    const next = [before + weight * (share - before), seen + 1, deviation + weight * (off - deviation)]
    changed.set(inverter.id, { ...known, [key]: next.map((value) => Math.round(value * 1000) / 1000) })
  }
  return changed
}
