import type { Abilities } from '../devices/abilities.ts'
import type { ControlAct } from './control-ops.ts'

/** No source for the figures: chosen. */
export const LIMIT_USUAL_S = 4 * 3_600
export const LIMIT_SHORTEST_S = 60
export const LIMIT_LONGEST_S = 7 * 86_400
/** What a timer of a device or gateway is set to at most, seconds: at half of it the server sets it anew. */
export const TIMER_S = 4 * 3_600
/** So long past its end nobody is waited for any more: the server lifts it, ms. */
export const GRACE_MS = 5 * 60_000
/** Between two tries of the server, ms. */
export const TRY_AGAIN_MS = 60_000

/** Who ends a limit when nobody renews it. */
export const reversions = ['device', 'gateway', 'server'] as const
export type Reversion = (typeof reversions)[number]
/** `never`: it was never in force. */
export const limitEnders = ['person', 'device', 'gateway', 'restart', 'server', 'never'] as const
export type LimitEnder = (typeof limitEnders)[number]

/** What a device takes, as people are told it. */
export type Can = {
  switch: boolean
  restart: boolean
  limit: {
    /** The lowest limit, % of rated power. */
    minPct: number
    units: ('pct' | 'w')[]
    reversion: Reversion
  } | null
}

/** By the word of its gateway; null = it has said nothing, so that anything may be tried. */
export const canOf = (said: Abilities | null): Can | null => {
  if (said === null) return null
  const { limit } = said
  return {
    switch: (said.switch ?? null) !== null,
    restart: (said.restart ?? null) !== null,
    limit: limit ? { minPct: limit.min_pct, units: [...limit.units], reversion: reversionOf(said) } : null,
  }
}

/** A gateway that says nothing of it knows no timer. */
export const reversionOf = (can: Abilities | null): Reversion => {
  const said = can?.limit?.reversion
  return said === 'device' || said === 'gateway' ? said : 'server'
}

/** Whether a limit is one: 100 % takes it away. */
export const isLifting = (act: { pct?: number | undefined }): boolean => act.pct === 100

export type Lack = 'op_unsupported' | 'limit_unit' | 'limit_too_low' | 'limit_too_high'

/** What a device cannot do, by its gateway's word and its rating; null = nothing is said against it. `rated`: W. */
export const cannot = (
  act: ControlAct | { op: 'read' },
  can: Can | null,
  ratedW: number | null,
): Lack | null => {
  if (act.op === 'switch' || act.op === 'restart')
    return can !== null && !can[act.op] ? 'op_unsupported' : null
  if (act.op !== 'limit') return null
  if (can !== null && can.limit === null) return 'op_unsupported'
  if (isLifting(act)) return null
  // What it is rated for is no limit: its timer would not run.
  if (act.w !== undefined && ratedW !== null && act.w >= ratedW) return 'limit_too_high'
  const limit = can?.limit
  if (!limit) return null
  if (!limit.units.includes(act.w === undefined ? 'pct' : 'w')) return 'limit_unit'
  const pct = act.pct ?? (ratedW === null || act.w === undefined ? null : (act.w / ratedW) * 100)
  return pct !== null && pct < limit.minPct ? 'limit_too_low' : null
}

/** A limit of a device in W; null = its rating is not known. */
export const limitW = (
  limit: { pct?: number | null | undefined; w?: number | null | undefined },
  ratedW: number | null,
): number | null => limit.w ?? (limit.pct == null || ratedW === null ? null : (limit.pct / 100) * ratedW)

/** What a limit takes out of what flows now, W; null = of at least one device unknown. */
export const takenW = (
  devices: readonly { powerW: number | null; ratedW: number | null }[],
  limit: { pct?: number | undefined; w?: number | undefined },
): number | null => {
  let sum = 0
  for (const { powerW, ratedW } of devices) {
    const most = limitW(limit, ratedW)
    if (powerW === null || most === null) return null
    sum += Math.max(0, powerW - most)
  }
  return Math.round(sum)
}

/** What the server does about a limit in force: sets its timer anew, takes it away, or nothing yet. */
export const dueOf = (
  limit: { reversion: Reversion; endsAt: number; timerAt: number | null },
  now: number,
): 'renew' | 'lift' | null => {
  const { reversion, endsAt, timerAt } = limit
  if (now >= endsAt + (reversion === 'server' ? 0 : GRACE_MS)) return 'lift'
  if (reversion === 'server' || timerAt === null || timerAt >= endsAt) return null
  // No timer is set beyond the end that people were told: the last that was set is the end.
  if (endsAt - now < LIMIT_SHORTEST_S * 1000) return null
  return now >= timerAt - (TIMER_S * 1000) / 2 ? 'renew' : null
}
