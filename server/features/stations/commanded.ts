import type { Act } from './find-acts.ts'

/** Below this limit nothing is left to be held down, %. */
const NOTHING_PCT = 2

/** How a device stands at `ts` by what was done to it. */
export const actOn = (
  acts: readonly Act[] | undefined,
  ts: number,
): { offSince: number | null; limitPct: number | null; by: string | null } => {
  const known = acts?.filter(({ at }) => at <= ts) ?? []
  const turned = known.findLast(({ on }) => on !== null)
  const limited = known.findLast(({ pct }) => pct !== null)
  const limitPct = limited === undefined || (limited.pct ?? 100) >= 100 ? null : limited.pct
  const act =
    turned?.on === false ? turned : limitPct !== null && limitPct < NOTHING_PCT ? limited : undefined
  return { offSince: act?.at ?? null, limitPct, by: act?.by ?? null }
}
