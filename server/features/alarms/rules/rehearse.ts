import { rules, usualSettings } from '#domain/alarms/rules/all-rules.ts'
import type { Learned } from '#domain/alarms/rules/learned-shares.ts'
import type { RuleId } from '#domain/alarms/rules/rule.ts'
import { runRules, type RuleState, type RuleStates, subjectKey } from '#domain/alarms/rules/run-rules.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { STEP_MS } from './collect.ts'
import { loadStations, type RuleStation } from './load-windows.ts'

const DAY_MS = 86_400_000
export const REHEARSED_DAYS = 30
/** Readings that one rehearsal looks at: beyond it fewer days are judged. */
const READINGS_MOST = 1_500_000
const A_DAY = DAY_MS / STEP_MS

export type Rehearsed = { state: RuleState; at: number; endedAt: number | null }

/**
 * Plays a rule with another threshold over the last days of a station, day by day, and gives what it would have
 * raised. Readings that were filled in count here: the past is judged as it was. Nothing is stored.
 */
export const rehearse = async (
  db: Db,
  station: RuleStation,
  given: { rule: RuleId; threshold: number },
  now: number,
): Promise<{ days: number; from: number; to: number; found: Rehearsed[] }> => {
  const to = Math.floor(now / STEP_MS) * STEP_MS
  const reports = Math.max(1, Math.round((A_DAY * 5) / station.reportMin))
  const days = Math.max(1, Math.min(REHEARSED_DAYS, Math.floor(READINGS_MOST / (station.devices * reports))))
  const from = to - days * DAY_MS
  const settings = { ...usualSettings, [given.rule]: { on: true, threshold: given.threshold } }
  const states: RuleStates = new Map()
  const memory = new Map<string, Learned>()
  const open = new Map<string, Rehearsed>()
  const found: Rehearsed[] = []
  for (let day = from; day < to; day += DAY_MS) {
    const span = { from: day, to: Math.min(to, day + DAY_MS), listeningSince: from, rehearsal: true }
    const [loaded] = await loadStations(db, [station], span)
    if (loaded === undefined) break
    for (let at = day; at < span.to; at += STEP_MS) {
      const { events, learned } = runRules(loaded.at(at), settings, states, memory, [given.rule])
      for (const [id, shares] of learned) memory.set(id, shares)
      for (const { kind, state, at: when } of events) {
        const key = subjectKey(state)
        if (kind === 'raised') {
          const one = { state, at: when, endedAt: null }
          open.set(key, one)
          found.push(one)
        }
        const known = open.get(key)
        if (kind === 'cleared' && known) known.endedAt = when
      }
    }
  }
  return { days, from, to, found }
}

export const allows = (rule: RuleId, threshold: number): boolean => {
  const { least, most } = rules[rule].threshold
  return Number.isFinite(threshold) && threshold >= least && threshold <= most
}
