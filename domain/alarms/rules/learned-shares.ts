import * as z from 'zod/mini'
import type { Suspicion } from '../../analyses/analysis.ts'
import { type Memory, memoryKind } from '../../analyses/memory.ts'
import { clearSkyIrradiance } from '../../stations/clear-sky.ts'
import { ableW, type StationWindow } from '../../analyses/station-window.ts'
import { medianOfOthers, poolOf, type Tracker, trackersOf } from './tracker-currents.ts'

/**
 * What share of its neighbours' current a tracker usually gives: one string beside two. It tells where nobody entered
 * which string ends where, and where the neighbours disagree. Mornings and afternoons are learned apart, and only in
 * strong light: where the two differ the trackers see different skies, and nothing is said of them.
 */
const share = z.strictObject({ share: z.number(), seen: z.number(), deviation: z.number() })
/** By tracker and half of the day: `3/am`. */
export const shares = memoryKind('tracker_shares', z.record(z.string(), share))
type Share = z.output<typeof share>

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
export const usualShare = (memory: Memory, one: Tracker): number | null => {
  const known = shares.of(memory, one.inverter.id)
  const [morning, afternoon] = halves.flatMap((half) => {
    const entry = known?.[`${one.n}/${half}`]
    return entry !== undefined && entry.seen >= TRUSTED && entry.deviation <= STEADY ? [entry.share] : []
  })
  if (morning === undefined || afternoon === undefined) return null
  return Math.abs(morning - afternoon) <= (STEADY * (morning + afternoon)) / 2
    ? (morning + afternoon) / 2
    : null
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000

/** Learns from a moment of strong light in which nothing is suspected; gives only what has changed. */
export const learnShares = (
  window: StationWindow,
  memory: Memory,
  suspected: Suspicion,
): Map<string, Record<string, Share>> => {
  const changed = new Map<string, Record<string, Share>>()
  const clear = clearSkyIrradiance(window.at, window.position, window.faces)
  if (clear < STRONG_WM2) return changed
  const all = trackersOf(window)
  for (const one of all) {
    const { inverter, n } = one
    const output = (inverter.readings.at(-1)?.p ?? 0) / (ableW(inverter) ?? Infinity)
    const now = shareNow(all, one)
    // Of what gives nothing nothing is learned.
    if (output < (STRONG_SHARE * clear) / 1000 || now === null || now < 0.02) continue
    if (suspected(inverter.id, 'RULE-STRING-CURRENT', `MPPT ${n}`)) continue
    const known = changed.get(inverter.id) ?? shares.of(memory, inverter.id) ?? {}
    const key = `${n}/${halfNow(window)}`
    const before = known[key] ?? { share: now, seen: 0, deviation: 0 }
    const weight = Math.max(SLOWEST, 1 / (before.seen + 1))
    const off = Math.abs(now / before.share - 1)
    const next = {
      share: thousandths(before.share + weight * (now - before.share)),
      seen: thousandths(before.seen + 1),
      deviation: thousandths(before.deviation + weight * (off - before.deviation)),
    }
    changed.set(inverter.id, { ...known, [key]: next })
  }
  return changed
}
