import { type Position, sunAt } from '../stations/sun.ts'
import { medianOf } from '../telemetry/peers.ts'

/**
 * `no_peers`: nothing to compare with. `too_early`: nothing can be said yet, whatever the weather. `not_enough_light`: it
 * could, and there was too little daylight since the work began. `dark`: what was seen was seen before the work can have
 * ended, and there is no light to look again.
 */
export const verificationAnswers = [
  'back_among_peers',
  'not_yet',
  'too_early',
  'dark',
  'not_enough_light',
  'no_peers',
] as const
export type VerificationAnswer = (typeof verificationAnswers)[number]
export const verificationFigures = ['power', 'current', 'shutdown', 'link'] as const
export type VerificationFigure = (typeof verificationFigures)[number]

/** From this share of the peers' median on something counts as back among them: 10 % below. No source: chosen. */
export const LEAST_SHARE = -0.1
/** Daylight that has to be compared before anything is said, hours. No source: chosen. */
export const HOURS_NEEDED = 1
/** Light enough to compare: the median peer gives this much per size. No source: chosen. */
export const LEAST_LIGHT = {
  /** W per kW rated: a tenth of what it can, where a weak input shows and noise does not. */
  inverter: 100,
  /** W per module. */
  optimizer: 25,
  /** A of the median tracker: below that currents are too small to be told apart. */
  current: 1,
} as const

/** As high the sun has to stand that devices give enough to be compared, degrees. No source: chosen. */
const LEAST_SUN_DEG = 10
const STEP_MS = 5 * 60_000
/** Looked at ahead: where the sun does not rise for longer nothing is promised. No source: chosen. */
const DAYS_AHEAD = 3

/**
 * The first moment at which there can have been `neededMs` of daylight since the work began, epoch ms; null when not
 * within days.
 */
export const earliestAnswer = (since: number, neededMs: number, position: Position): number | null => {
  const last = since + DAYS_AHEAD * 86_400_000
  let lit = 0
  for (let at = since; at < last; at += STEP_MS) {
    if (sunAt(at + STEP_MS / 2, position).elevationDeg < LEAST_SUN_DEG) continue
    lit += STEP_MS
    if (lit >= neededMs) return at + STEP_MS
  }
  return null
}

/** Whether the sun stands too low for devices to give enough to be compared. */
export const isDark = (ts: number, position: Position): boolean =>
  sunAt(ts, position).elevationDeg < LEAST_SUN_DEG

/**
 * What was not back when there was light says nothing about now: too little light came after the work can have ended
 * (`endAt`, or now), and now it is dark, or has only just become light. By day it is looked at again all the time.
 * `lightAt`: when there was light, each for one step, epoch ms.
 */
export const isUnseen = (
  lightAt: readonly number[],
  stepMs: number,
  at: { now: number; endAt: number | null; dayStart: number; dark: boolean },
): boolean => {
  const hoursSince = (ts: number): number => (lightAt.filter((one) => one >= ts).length * stepMs) / 3_600_000
  if (hoursSince(at.endAt ?? at.now) >= HOURS_NEEDED) return false
  return at.dark || hoursSince(at.dayStart) < HOURS_NEEDED
}

/** Figures of one thing and of each of its peers in steps, per size, all of the same unit. null = unknown. */
export type Verified = {
  answer: VerificationAnswer
  own: number | null
  median: number | null
  share: number | null
  peers: number
  hours: number
  fromStep: number | null
  toStep: number | null
}

export type StepsOf = ReadonlyMap<number, number>

/** Steps in which the median of the peers was at least `least`. */
export const lightSteps = (peers: readonly StepsOf[], least: number): number[] => {
  const all = [...new Set(peers.flatMap((steps) => [...steps.keys()]))].sort((a, b) => a - b)
  return all.filter((step) => (medianAt(peers, step) ?? -1) >= least)
}

export const medianAt = (peers: readonly StepsOf[], step: number): number | null =>
  medianOf(peers.flatMap((steps) => steps.get(step) ?? []))

/**
 * Daylight that is looked at, hours: the newest, so that what was still broken while somebody worked does not count.
 * No source: chosen.
 */
export const HOURS_USED = 2

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/**
 * Whether something is back among its peers: over the newest steps in which the peers stood in light and it was heard,
 * its mean is held against the mean of the peers' median. In light, what is silent counts as not back.
 * `stepHours`: length of a step, hours.
 */
export const verify = (
  own: StepsOf,
  peers: readonly StepsOf[],
  least: number,
  stepHours: number,
): Verified => {
  const heard = peers.filter((steps) => steps.size > 0)
  const nothing = { own: null, median: null, share: null, hours: 0, fromStep: null, toStep: null }
  if (heard.length === 0) return { ...nothing, answer: 'no_peers', peers: 0 }
  const light = lightSteps(heard, least).slice(-Math.ceil(HOURS_USED / stepHours))
  const used = light.filter((step) => own.has(step))
  const [fromStep = null, toStep = null] = [light[0], light.at(-1)]
  const hours = used.length * stepHours
  const base = { peers: heard.length, hours, fromStep, toStep }
  if (light.length * stepHours < HOURS_NEEDED) return { ...nothing, ...base, answer: 'not_enough_light' }
  if (used.length * 2 < light.length) return { ...nothing, ...base, answer: 'not_yet' }
  if (hours < HOURS_NEEDED) return { ...nothing, ...base, answer: 'not_enough_light' }
  const ownMean = mean(used.map((step) => own.get(step) ?? 0))
  const median = mean(used.map((step) => medianAt(heard, step) ?? 0))
  const share = median > 0 ? ownMean / median - 1 : null
  return {
    ...base,
    own: ownMean,
    median,
    share,
    answer: share !== null && share >= LEAST_SHARE ? 'back_among_peers' : 'not_yet',
  }
}
