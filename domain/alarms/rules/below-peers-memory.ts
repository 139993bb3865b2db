import * as z from 'zod/mini'
import { type Kept, type Memory, memoryKind } from '../../analyses/memory.ts'
import { coursesIn } from '../../analyses/planes.ts'
import { reckoned } from '../../analyses/reckoned.ts'
import type { StationWindow } from '../../analyses/station-window.ts'
import { medianOf } from '../../telemetry/peers.ts'
import { clearHours, HOURS_LEAST, type ClearHour } from './clear-hours.ts'
import { type Part, partsOf } from './compared-parts.ts'

/**
 * What is remembered of a part that is compared: what its peers have given at best, its own habit, and what its last
 * clear days said.
 */

const dayRecord = z.strictObject({
  from: z.number(),
  to: z.number(),
  hours: z.number(),
  peers: z.number(),
  /** Median of the hours' shares of what the peers gave, and what three quarters of the hours do not exceed. */
  share: z.number(),
  mostly: z.number(),
  /** Share of the peers at the hours in which it stood still at one power that they exceeded; null = it did not. */
  heldShare: z.nullable(z.number()),
  lostWh: z.number(),
  sure: z.boolean(),
})
export type DayRecord = z.output<typeof dayRecord>
const part = z.strictObject({
  best: z.array(z.number()),
  /** Share of its peers that it usually gives, and from how many clear days that was learned. */
  habit: z.number(),
  learned: z.number(),
  /** It has stood among enough peers of the same plane: the prior holds. */
  prior: z.boolean(),
  days: z.array(dayRecord),
})
export type PartMemory = z.output<typeof part>
/** By instance of a device. */
export const shareOfPeers = memoryKind('share_of_peers', z.record(z.string(), part))

/**
 * The prior: who looks into the same sky gives as much. It weighs as ten clear days, so that a habit is learned within
 * a month and a fault of a few days teaches little. No source: chosen.
 */
const PRIOR_DAYS = 10
/** A habit is a mean of about so many clear days: two months. No source: chosen. */
const HABIT_DAYS = 60
/** Where no peer is of the same plane for certain, a habit is trusted from so many clear days on; where once enough were, from fewer. No source: chosen. */
const TRUSTED_DAYS = 5
const TRUSTED_PRIOR = 2
/**
 * What is further from the habit than this does not teach it, and no habit is further from the peers than this where
 * they are of the same plane: mismatch, tolerance and dust explain as much, and what is more is a fault though it be as
 * old as the plant. No source: chosen below the least threshold that is usual.
 */
const HABIT_MOST = 0.05
/** Clear days that are kept. No source: chosen. */
const DAYS_KEPT = 10

/** Held at one power: within this of its highest, in so many hours, while the peers gave this much more. No source: chosen. */
const HELD_WITHIN = 0.03
const HELD_HOURS = 2
const EXCEEDED = 1.05
/** Below that power it gives what the peers give, or it is weak and not held. No source: chosen. */
const ALIKE = 0.04

/** What peers exceed while it stands at its highest; null = it does not stand there, or it is low at other hours, too. */
const heldShareOf = (hours: readonly ClearHour[], habit: number): number | null => {
  const most = Math.max(...hours.map(({ own }) => own))
  const above = hours.filter(({ ratio }) => ratio / habit < 1 / EXCEEDED)
  const held = above.filter(({ own }) => own >= (1 - HELD_WITHIN) * most)
  const free = hours.filter(({ ratio }) => ratio / habit >= 1 / EXCEEDED)
  const alike = free.length > 0 && free.every(({ ratio }) => Math.abs(ratio / habit - 1) <= ALIKE)
  return held.length >= HELD_HOURS && held.length === above.length && alike
    ? medianOf(held.map(({ ratio }) => ratio))
    : null
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0

const recordOf = (hours: readonly ClearHour[], habit: number): DayRecord => {
  const shares = hours.map(({ ratio }) => ratio)
  const lost = hours.map(({ ratio, peersW }) => Math.max(0, habit - ratio) * peersW)
  return {
    from: Math.min(...hours.map(({ from }) => from)),
    to: Math.max(...hours.map(({ from }) => from)) + 3_600_000,
    hours: hours.length,
    peers: Math.min(...hours.map(({ peers }) => peers)),
    share: thousandths(medianOf(shares) ?? 0),
    mostly: thousandths(quantile(shares, 0.75)),
    heldShare: heldShareOf(hours, habit),
    lostWh: Math.round(lost.reduce((sum, wh) => sum + wh, 0)),
    sure: hours.every(({ sure }) => sure),
  }
}

const begun: PartMemory = { best: [], habit: 1, learned: 0, prior: false, days: [] }

/** Whether its habit says enough to be held against. */
export const isTrusted = ({ learned, prior }: PartMemory, today: DayRecord): boolean =>
  today.sure || learned >= (prior ? TRUSTED_PRIOR : TRUSTED_DAYS)

/**
 * What its last days say together, as one day that happens to be better makes no habit of a fault; and today alone, as
 * a fault begins in one day. No source: chosen.
 */
const RECENT = 5
const TODAY_MOST = 0.075

/** The habit after one clear day more: the first days of what has no prior are taken as they come. */
const learnHabit = (known: PartMemory, today: DayRecord) => {
  const { habit, learned, days } = known
  const prior = known.prior || today.sure
  const recent = medianOf([...days, today].slice(-RECENT).map(({ share }) => share)) ?? 1
  const off = (share: number): number => Math.abs(share / habit - 1)
  const differs = today.heldShare !== null || off(recent) > HABIT_MOST || off(today.share) > TODAY_MOST
  if (differs && (prior || isTrusted(known, today))) return { habit, learned, prior }
  const mean = habit + (today.share - habit) / Math.min(HABIT_DAYS, learned + 1 + (prior ? PRIOR_DAYS : 0))
  const bound = prior ? Math.min(1 + HABIT_MOST, Math.max(1 - HABIT_MOST, mean)) : mean
  return { habit: Math.round(bound * 10_000) / 10_000, learned: Math.min(HABIT_DAYS, learned + 1), prior }
}

export type LookedAt = { part: Part; before: PartMemory; after: PartMemory; today: DayRecord | null }

/** What the look at a day adds, part by part. */
const lookAtDay = (window: StationWindow, memory: Memory): LookedAt[] => {
  const known = ({ device, instance }: Part): PartMemory | undefined =>
    shareOfPeers.of(memory, device.id)?.[instance]
  return partsOf(window, coursesIn(memory)).flatMap((one): LookedAt[] => {
    if (one.peers.length === 0) return []
    const before = known(one)
    const { hours, best } = clearHours(one, window, before?.best ?? [], (peer) => known(peer)?.habit ?? 1)
    const own = before ?? begun
    const today = hours.length < HOURS_LEAST ? null : recordOf(hours, own.habit)
    const after =
      today === null
        ? { ...own, best }
        : { best, ...learnHabit(own, today), days: [...own.days, today].slice(-DAYS_KEPT) }
    return [{ part: one, before: own, after, today }]
  })
}

export const lookedAt = reckoned<readonly LookedAt[]>()

/** Looks at the day once, for judging and for learning, when the window carries one. */
export const prepareDay = (
  window: StationWindow,
  memory: Memory,
): { window: StationWindow; kept: Kept[] } => ({
  window: window.hours === null ? window : lookedAt.into(window, lookAtDay(window, memory)),
  kept: [],
})

/** By device, what is remembered from now on. */
export const learnOfPeers = (
  window: StationWindow,
  memory: Memory,
): Map<string, Record<string, PartMemory>> =>
  new Map(
    [...Map.groupBy(lookedAt.of(window) ?? [], ({ part: { device } }) => device.id)].map(([id, looked]) => [
      id,
      {
        ...shareOfPeers.of(memory, id),
        ...Object.fromEntries(looked.map(({ part: { instance }, after }) => [instance, after])),
      },
    ]),
  )
