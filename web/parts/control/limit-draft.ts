import type { ControlAct } from '#domain/commands/control-ops.ts'
import { isLifting, LIMIT_LONGEST_S, LIMIT_SHORTEST_S, LIMIT_USUAL_S } from '#domain/commands/power-limits.ts'
import type { Preview } from './control-queries.ts'

type LimitAct = Extract<ControlAct, { op: 'limit' }>

/** Whether it asks for a limit; one of 100 % lifts it. */
export const asksLimit = (act: ControlAct): act is LimitAct => act.op === 'limit' && !isLifting(act)

/** How long a limit may be asked for with one press, seconds. */
export const choices = { m15: 900, h1: 3_600, h4: LIMIT_USUAL_S, h12: 43_200, d1: 86_400 } as const
export const timed = Object.keys(choices) as (keyof typeof choices)[]
export type Choice = keyof typeof choices | 'own'

/** A limit as it is being typed. */
export type LimitDraft = {
  unit: 'pct' | 'w'
  /** null = emptied, NaN = no number. */
  value: number | null
  choice: Choice
  /** Of one's own: until when, epoch ms. */
  until: number | null
}

/** What a limit begins with in the form: half, for the usual time. No source: chosen. */
const HALF = 50

export const draftOf = ({ pct, w, for_s: forS = LIMIT_USUAL_S }: LimitAct, now: number): LimitDraft => {
  const choice = timed.find((name) => choices[name] === forS)
  return {
    unit: w === undefined ? 'pct' : 'w',
    value: w ?? pct ?? HALF,
    choice: choice ?? 'own',
    until: choice === undefined ? now + forS * 1000 : null,
  }
}

export const endOf = ({ choice, until }: LimitDraft, now: number): number | null =>
  choice === 'own' ? until : now + choices[choice] * 1000

/** Whether the time is one that a limit can be given for. */
export const isTime = (draft: LimitDraft, now: number): boolean => {
  const end = endOf(draft, now)
  if (end === null) return false
  const seconds = Math.round((end - now) / 1000)
  return seconds >= LIMIT_SHORTEST_S && seconds <= LIMIT_LONGEST_S
}

/** The limit alone, without its time; null = what stands there is none. 100 % is no limit. */
export const amountOf = ({ unit, value }: LimitDraft): { pct: number } | { w: number } | null => {
  if (value === null || !Number.isInteger(value) || value < 0) return null
  return unit === 'w' ? { w: value } : value < 100 ? { pct: value } : null
}

/** As it is sent; null = there is something wrong with it. */
export const actOfDraft = (draft: LimitDraft, now: number): LimitAct | null => {
  const amount = amountOf(draft)
  const end = endOf(draft, now)
  if (amount === null || end === null || !isTime(draft, now)) return null
  return { op: 'limit', ...amount, for_s: Math.round((end - now) / 1000) }
}

type Device = Pick<Preview['devices'][number], 'can' | 'ratedW'>

/** What all of the devices take: units, the lowest limit, and in W the highest; null = not known of all. */
export const rangeOf = (devices: readonly Device[]) => {
  const limits = devices.flatMap(({ can }) => can?.limit ?? [])
  const takes = (unit: 'pct' | 'w'): boolean =>
    limits.length < devices.length || limits.some(({ units }) => units.includes(unit))
  const minPct = Math.ceil(Math.max(0, ...limits.map((one) => one.minPct)))
  const ratings = devices.map(({ ratedW }) => ratedW)
  const known = ratings.filter((rated) => rated !== null)
  const isKnown = known.length > 0 && known.length === ratings.length
  return {
    units: (['pct', 'w'] as const).filter(takes),
    minPct,
    minW: isKnown ? Math.ceil((Math.max(...known) * minPct) / 100) : null,
    // At its rating a limit holds nothing back.
    maxW: isKnown ? Math.ceil(Math.min(...known)) - 1 : null,
  }
}
