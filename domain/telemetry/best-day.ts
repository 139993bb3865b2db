type DayBar = { key: string; wh: number | null; shared: boolean; coverage?: number | null | undefined }

/** Fewer days make no best. No source: chosen. */
const DAYS_FROM = 5

/** The least of a day's energy that has to be known before another one may be said to beat it. No source: chosen. */
const KNOWN_FROM = 0.5

/** What a day may have brought at most, as far as its energy is known; null = nothing tells. */
const mostOf = ({ wh, shared, coverage }: DayBar): number | null => {
  if (wh === null) return null
  if (shared || coverage === null || (coverage !== undefined && coverage < KNOWN_FROM))
    return Number.POSITIVE_INFINITY
  return wh / (coverage ?? 1)
}

/**
 * Whether a day beats all others of its month. What is not whole counts as what it may have been, so that nothing is
 * called the best that a day less well known may have beaten; days of which nothing is known say nothing.
 */
export const isBestDay = (bars: readonly DayBar[], day: string): boolean => {
  const own = bars.find(({ key }) => key === day)
  if (!own?.wh || own.shared) return false
  const { wh } = own
  const others = bars.filter(({ key }) => key !== day).flatMap((bar) => mostOf(bar) ?? [])
  return others.length >= DAYS_FROM - 1 && others.every((most) => most < wh)
}
