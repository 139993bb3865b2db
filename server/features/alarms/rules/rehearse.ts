import { needsOf } from '#domain/analyses/run-analyses.ts'
import { analysesFor, rules, usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { type OpenMemory, remember } from '#domain/analyses/memory.ts'
import type { RuleId } from '#domain/alarms/rules/rule.ts'
import { runRules, type RuleState, type RuleStates, subjectKey } from '#domain/alarms/rules/run-rules.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { loadStations, STEP_MS } from './load-windows.ts'
import type { RuleStation } from './window-store.ts'

const DAY_MS = 86_400_000
/** Readings that one rehearsal looks at: beyond it fewer days are judged. */
const READINGS_MOST = 1_500_000
const A_DAY = DAY_MS / STEP_MS

/** Shares, planes and levels are learned over as many days before the first that is judged. */
const LEARNING_DAYS = 10

export type Rehearsed = { state: RuleState; at: number; endedAt: number | null }

/**
 * Plays a rule with another threshold over days of a station, one by one, and gives what it would have raised or kept
 * open in them. Of days with more readings than one rehearsal looks at the last are judged. Readings that were filled
 * in count here: the past is judged as it was. Nothing is stored.
 */
export const rehearse = async (
  db: Db,
  station: RuleStation,
  given: { rule: RuleId; threshold: number },
  asked: { from: number; to: number; retainedFrom: number },
): Promise<{ days: number; from: number; to: number; found: Rehearsed[] }> => {
  const { to } = asked
  const reports = Math.max(1, Math.round((A_DAY * 5) / station.reportMin))
  const affordable = Math.max(1, Math.floor(READINGS_MOST / (station.devices * reports)))
  const wanted = Math.max(1, Math.ceil((to - asked.from) / DAY_MS))
  const days = Math.min(wanted, affordable)
  const from = days < wanted ? to - days * DAY_MS : asked.from
  const kept = Math.max(0, Math.floor((from - asked.retainedFrom) / DAY_MS))
  const learningFrom = from - Math.min(LEARNING_DAYS, affordable - days, kept) * DAY_MS
  const settings = { ...usualSettings, [given.rule]: { on: true, threshold: given.threshold } }
  const needs = needsOf(analysesFor([given.rule]))
  const states: RuleStates = new Map()
  const memory: OpenMemory = new Map()
  const open = new Map<string, Rehearsed>()
  const found: Rehearsed[] = []
  for (let day = learningFrom; day < to; day += DAY_MS) {
    const span = {
      from: day,
      to: Math.min(to, day + DAY_MS),
      listeningSince: learningFrom,
      needs,
      rehearsal: true,
    }
    const [loaded] = await loadStations(db, [station], span)
    if (loaded === undefined) break
    for (let at = day; at < span.to; at += STEP_MS) {
      const { events, kept: memories } = runRules(loaded.at(at), settings, states, memory, [given.rule])
      remember(memory, memories)
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
  return { days, from, to, found: found.filter(({ endedAt }) => endedAt === null || endedAt >= from) }
}

export const allows = (rule: RuleId, threshold: number): boolean => {
  const { least, most } = rules[rule].threshold
  return Number.isFinite(threshold) && threshold >= least && threshold <= most
}
