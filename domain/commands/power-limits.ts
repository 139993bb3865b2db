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

/** A gateway that says nothing of it knows no timer. */
export const reversionOf = (can: Abilities | null): Reversion => {
  const said = can?.limit?.reversion
  return said === 'device' || said === 'gateway' ? said : 'server'
}

/** Whether a limit is one: 100 % takes it away. */
export const isLifting = (act: { pct?: number | undefined }): boolean => act.pct === 100

/** What a device cannot do, by its gateway's word; null = nothing is said against it. `rated`: W. */
export const cannot = (
  act: ControlAct | { op: 'read' },
  can: Abilities | null,
  ratedW: number | null,
): 'op_unsupported' | 'limit_unit' | 'limit_too_low' | null => {
  if (can === null) return null
  if (act.op === 'switch' || act.op === 'restart')
    return can[act.op] === null || can[act.op] === undefined ? 'op_unsupported' : null
  if (act.op !== 'limit') return null
  const { limit } = can
  if (limit === null || limit === undefined) return 'op_unsupported'
  if (isLifting(act)) return null
  if (!limit.units.includes(act.w === undefined ? 'pct' : 'w')) return 'limit_unit'
  const pct = act.pct ?? (ratedW === null || act.w === undefined ? null : (act.w / ratedW) * 100)
  return pct !== null && pct < limit.min_pct ? 'limit_too_low' : null
}

/** What the server does about a limit in force: sets its timer anew, takes it away, or nothing yet. */
export const dueOf = (
  limit: { reversion: Reversion; endsAt: number; timerAt: number | null },
  now: number,
): 'renew' | 'lift' | null => {
  const { reversion, endsAt, timerAt } = limit
  if (now >= endsAt + (reversion === 'server' ? 0 : GRACE_MS)) return 'lift'
  if (reversion === 'server' || timerAt === null || timerAt >= endsAt) return null
  return now >= timerAt - (TIMER_S * 1000) / 2 ? 'renew' : null
}
