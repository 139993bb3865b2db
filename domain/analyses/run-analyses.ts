import type { Analysis, ReadingPart, HourPart, Suspicion } from './analysis.ts'
import type { Kept, Memory } from './memory.ts'
import type { StationWindow } from './station-window.ts'

/** The runner: it knows a list and none by name. */

const STEP_MS = 300_000
const LEARN_MS = 30 * 60_000

/** The analyses that are asked for, after those whose memory they read. */
export const withUsed = <A extends Analysis>(asked: readonly A[]): Analysis[] => {
  const found = new Set<Analysis>()
  const add = (one: Analysis): void => {
    for (const used of one.uses ?? []) add(used)
    found.add(one)
  }
  for (const one of asked) add(one)
  return [...found]
}

/** An analysis of days looks once a day, when the window carries the hours since; the others at every step. */
export const isDue = ({ needs }: Analysis, window: StationWindow): boolean =>
  needs.step === 'minutes' || window.hours !== null

/** What has to be loaded for all of them. */
export const needsOf = (
  analyses: readonly Analysis[],
): { readings: ReadonlySet<ReadingPart>; hours: ReadonlySet<HourPart> } => ({
  readings: new Set(analyses.flatMap(({ needs }) => (needs.step === 'minutes' ? needs.readings : []))),
  hours: new Set(analyses.flatMap(({ needs }) => (needs.step === 'day' ? needs.hours : []))),
})

/** The window as all of them see it, and what has to be remembered of that. */
export const prepare = (
  analyses: readonly Analysis[],
  given: StationWindow,
  memory: Memory,
): { window: StationWindow; kept: Kept[] } => {
  let window = given
  const kept: Kept[] = []
  for (const one of analyses) {
    const prepared = one.prepare?.(window, memory)
    if (prepared === undefined) continue
    window = prepared.window
    kept.push(...prepared.kept)
  }
  return { window, kept }
}

/** What is remembered from now on: of single readings every half-hour, of days once a day. */
export const learn = (
  analyses: readonly Analysis[],
  window: StationWindow,
  memory: Memory,
  suspected: Suspicion,
): Kept[] =>
  analyses.flatMap((one) => {
    const now = one.needs.step === 'day' ? isDue(one, window) : window.at % LEARN_MS < STEP_MS
    return now ? (one.learn?.from(window, memory, suspected) ?? []) : []
  })
