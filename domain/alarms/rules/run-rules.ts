import type { Kept, Memory } from '../../analyses/memory.ts'
import { isDue, learn, prepare } from '../../analyses/run-analyses.ts'
import { lookBack } from './began.ts'
import { analysesFor, rules, type RuleSettings } from './all-rules.ts'
import { type Rule, type RuleId, ruleIds } from './rule.ts'
import type { Figures, Verdict } from '../../analyses/verdict.ts'
import type { StationWindow } from '../../analyses/station-window.ts'

/** What is remembered of one instance of one code on one device between two runs. */
export type RuleState = {
  rule: RuleId
  code: string
  deviceId: string
  instance: string
  /** Evidence so far, ms. */
  badMs: number
  goodMs: number
  active: boolean
  /** The first of the bad facts. */
  since: number
  /** The newest fact that was counted. */
  asOf: number
  readings: Figures
}
export type RuleStates = Map<string, RuleState>
export const subjectKey = ({
  code,
  deviceId,
  instance,
}: Pick<RuleState, 'code' | 'deviceId' | 'instance'>): string => `${deviceId}/${code}/${instance}`

export type RuleEvent = { kind: 'raised' | 'again' | 'cleared'; at: number; state: RuleState }

const MINUTE = 60_000
const STEP_MS = 5 * MINUTE
const DAY_MS = 24 * 60 * MINUTE

/** One verdict more about one subject. Night and doubt stop the clock, they do not turn it back. */
const advance = (
  known: RuleState | undefined,
  rule: Rule,
  verdict: Verdict,
  waitMs: number,
  reportMin: number,
) => {
  const { code, deviceId, instance, asOf, readings, beganAt = asOf } = verdict
  if (known === undefined) {
    if (verdict.says !== 'bad') return { state: null, event: null } as const
    // What looks once a day speaks of a whole one.
    const badMs = rule.needs.step === 'day' ? DAY_MS : 0
    const active = badMs >= waitMs
    const state = {
      rule: rule.id,
      code,
      deviceId,
      instance,
      badMs,
      goodMs: 0,
      active,
      since: Math.min(beganAt, asOf),
      asOf,
      readings,
    }
    return { state, event: active ? ('raised' as const) : null }
  }
  if (asOf <= known.asOf) return { state: known, event: null } as const
  // A gap between two facts is no evidence for what lies within it.
  const most = rule.needs.step === 'day' ? DAY_MS : 2 * Math.max(reportMin * MINUTE, STEP_MS)
  const gained = Math.min(asOf - known.asOf, most)
  const doubted =
    verdict.says === 'good' && known.active && rule.provesEnd?.(known.readings, readings) === false
  if (verdict.says === 'hold' || doubted) return { state: { ...known, asOf }, event: null } as const
  if (verdict.says === 'good') {
    const goodMs = known.goodMs + gained
    if (!known.active || goodMs >= rule.clearMin * MINUTE)
      return { state: null, event: known.active ? ('cleared' as const) : null, last: { ...known, asOf } }
    return { state: { ...known, asOf, goodMs }, event: null } as const
  }
  const badMs = known.badMs + gained
  const event = known.active
    ? known.goodMs > 0
      ? ('again' as const)
      : null
    : badMs >= waitMs
      ? ('raised' as const)
      : null
  const active = known.active || event === 'raised'
  return { state: { ...known, active, badMs, goodMs: 0, asOf, readings }, event } as const
}

export type RuleRun = { events: RuleEvent[]; kept: Kept[] }

/**
 * Judges one station at one instant by a list of analyses: `states` is changed in place, what began, came again and
 * ended is given back, with what has to be remembered. A rule that is switched off ends what it raised, and goes on
 * learning.
 */
export const runRules = (
  given: StationWindow,
  settings: RuleSettings,
  states: RuleStates,
  memory: Memory,
  only: readonly RuleId[] = ruleIds,
): RuleRun => {
  const events: RuleEvent[] = []
  const analyses = analysesFor(only)
  const { window, kept } = prepare(analyses, given, memory)
  for (const [key, state] of states)
    if (only.includes(state.rule) && !settings[state.rule].on) {
      states.delete(key)
      if (state.active) events.push({ kind: 'cleared', at: window.at, state })
    }
  for (const id of only) {
    const { on, threshold } = settings[id]
    const rule = rules[id]
    if (!on || !isDue(rule, window)) continue
    const waitMs = rule.waitMin(threshold) * MINUTE
    const judge = (one: StationWindow): Verdict[] => rule.judge(one, threshold, memory)
    const beganAt = lookBack(rule, window, judge)
    for (const found of judge(window)) {
      // What it was held against belongs to what it says.
      const verdict = { ...found, readings: { ...found.readings, threshold, unit: rule.unit } }
      const key = subjectKey(verdict)
      const known = states.get(key)
      const begins = known === undefined && verdict.says === 'bad'
      const { state, event, last } = {
        last: null,
        ...advance(
          known,
          rule,
          begins ? { ...verdict, beganAt: beganAt(verdict) } : verdict,
          waitMs,
          window.reportMin,
        ),
      }
      if (state === null) states.delete(key)
      else states.set(key, state)
      const told = state ?? last
      if (event !== null && told !== null) events.push({ kind: event, at: window.at, state: told })
    }
  }
  const learned = learn(analyses, window, memory, (deviceId, code, instance) =>
    states.has(subjectKey({ code, deviceId, instance })),
  )
  return { events, kept: [...kept, ...learned] }
}
