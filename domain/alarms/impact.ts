import type { AttentionReason } from '../stations/station-kinds.ts'
import { medianOf } from '../telemetry/peers.ts'
import { MARGIN } from './costs.ts'

/** What trouble at a device means at this moment; see `trouble` in the contract. */
export const impactKinds = ['lost', 'unseen', 'dark', 'none', 'unknown'] as const
export type ImpactKind = (typeof impactKinds)[number]
export type Impact = { of: ImpactKind; powerW: number | null; against: 'peers' | 'clear_sky' | null }

/** What a list of trouble can be sorted by. `stake`: the power that its impact names. */
export const troubleSorts = ['stake', 'level', 'device', 'station', 'since', 'alarms'] as const
export type TroubleSort = (typeof troubleSorts)[number]

type Facts = {
  reason: AttentionReason | null
  /** An alarm is open that may cost energy by itself. */
  costly: boolean
  /** W that hang on it; null = unknown. */
  ratedW: number | null
  /** W it makes now; null = unknown or stale. */
  powerW: number | null
  isDark: boolean
  /** It does nothing without the light of its modules. */
  needsLight: boolean
  /** What its power is divided by to be held against others. */
  size: number | null
  /** Power over size of those beside it that nothing is wrong with. */
  peerShares: readonly number[]
  /** W that its share of a clear sky would give; null where that says nothing. */
  clearSkyW: number | null
}

const nothing: Impact = { of: 'none', powerW: null, against: null }
const unheard: ReadonlySet<AttentionReason> = new Set(['gateway_silent', 'device_silent', 'never_heard'])

/**
 * What it costs now: what it makes against the median of those beside it; of what stands still alone, against a clear
 * sky, which is the most it can be. What is not heard may well run: that is told as not seen and never as lost, but
 * without light, when nothing is lost by what needs it.
 */
export const impactNow = (facts: Facts): Impact => {
  const { reason, ratedW, powerW } = facts
  const isOut: Impact = { of: 'dark', powerW: ratedW, against: null }
  if (reason !== null && unheard.has(reason))
    return facts.isDark && facts.needsLight ? isOut : { of: 'unseen', powerW: ratedW, against: null }
  const stands = reason === 'shutdown'
  if (!stands && !facts.costly) return nothing
  if (facts.isDark) return stands ? isOut : nothing
  const own = stands ? 0 : powerW
  if (own === null) return { of: 'unknown', powerW: null, against: null }
  const median = medianOf(facts.peerShares)
  const expected = median !== null && facts.size !== null ? median * facts.size : null
  if (expected !== null) return missingOf(expected, own, 'peers')
  // What runs may have a cloud over it: a clear sky says nothing of it.
  if (stands && facts.clearSkyW !== null) return missingOf(facts.clearSkyW, own, 'clear_sky')
  return { of: 'unknown', powerW: null, against: null }
}

const missingOf = (expected: number, own: number, against: 'peers' | 'clear_sky'): Impact =>
  own < expected * (1 - MARGIN) ? { of: 'lost', powerW: Math.round(expected - own), against } : nothing

/** W by which trouble stands in a list: what is known to be out, and what nobody sees. */
export const atStakeW = ({ powerW }: Impact): number => powerW ?? 0

/** Where trouble stands in a list. */
export type Place = { urgent: boolean; stakeW: number; level: number; id: string }

/** Danger before money, money before the level, and an order that stays. */
export const comparePlaces = (a: Place, b: Place): number =>
  Number(b.urgent) - Number(a.urgent) ||
  b.stakeW - a.stakeW ||
  a.level - b.level ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
