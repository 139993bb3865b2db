type Tracker = { n: number; now: number | null; usual: number | null }

/**
 * How far each tracker is from its usual share of the inverter, by number. Shares add up to one: of a dead one the others
 * have its part as well, so what most of them have in common counts as usual.
 */
export const trackerOffs = (trackers: readonly Tracker[]): ReadonlyMap<number, number> => {
  const ratios = trackers.flatMap(({ n, now, usual }) =>
    now === null || usual === null || usual <= 0 ? [] : [{ n, ratio: now / usual }],
  )
  const sorted = ratios.map(({ ratio }) => ratio).toSorted((a, b) => a - b)
  // Of two, the better one is what is usual.
  const common = sorted[Math.floor(sorted.length / 2)] ?? 0
  return new Map(common > 0 ? ratios.map(({ n, ratio }) => [n, ratio / common - 1]) : [])
}
