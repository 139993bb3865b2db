/** Power of one device in steps of a day, W, with what it is divided by to be comparable. */
export type PeerSeries<Id> = {
  id: Id
  /** Rated kW, or modules; null = unknown: it can be compared with nothing. */
  size: number | null
  steps: ReadonlyMap<number, number>
}

export type PeerComparison<Id> = {
  /** First and last step that was compared; null when there was none. */
  span: { first: number; last: number } | null
  /** How many steps. */
  steps: number
  /** Mean power per size over those steps; null = unknown. */
  own: number | null
  /** Median of the peers that are known. */
  median: number | null
  /** Own over median, less 1: -0.12 is 12 % below. */
  share: number | null
  /** 1 = best of the peers and itself. */
  rank: number | null
  peers: { id: Id; value: number | null }[]
}

/** A peer counts when it was heard in this share of the steps. No source: chosen. */
const heardIn = 0.8

export const medianOf = (values: readonly number[]): number | null => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** The median of all the others, for each of them in turn: sorted once, however many there are. null = unknown, no other's. */
export const mediansOfOthers = (values: readonly (number | null)[]): (number | null)[] => {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]))
  known.sort((a, b) => a.value - b.value)
  const rankOf = new Map(known.map(({ at }, rank) => [at, rank]))
  return values.map((_, at) => {
    const own = rankOf.get(at)
    const others = known.length - (own === undefined ? 0 : 1)
    const nth = (n: number): number | null => known[own !== undefined && n >= own ? n + 1 : n]?.value ?? null
    const [lower, upper] = [nth((others - 1) >> 1), nth(others >> 1)]
    return others === 0 || lower === null || upper === null ? null : (lower + upper) / 2
  })
}

/**
 * How a device did among its peers at the same times: the steps in which it was heard and the median peer gave at
 * least `least` per size (night, dawn and what nobody knows say nothing). A peer that was heard in too few of them is
 * unknown, not bad.
 */
export const compareWithPeers = <Id>(
  own: PeerSeries<Id>,
  peers: readonly PeerSeries<Id>[],
  least: number,
): PeerComparison<Id> => {
  const sized = peers.flatMap(({ id, size, steps }) =>
    size !== null && size > 0 ? [{ id, size, steps }] : [],
  )
  const ownSize = own.size !== null && own.size > 0 ? own.size : null
  const used =
    ownSize === null
      ? []
      : [...own.steps.keys()]
          .sort((a, b) => a - b)
          .filter((step) => {
            const median = medianOf(
              sized.flatMap(({ size, steps }) => {
                const powerW = steps.get(step)
                return powerW === undefined ? [] : [powerW / size]
              }),
            )
            return median !== null && median >= least
          })
  const meanOf = (size: number, steps: ReadonlyMap<number, number>): number | null => {
    const known = used.flatMap((step) => steps.get(step) ?? [])
    if (used.length === 0 || known.length < used.length * heardIn) return null
    return known.reduce((sum, powerW) => sum + powerW, 0) / known.length / size
  }
  const values = new Map(sized.map(({ id, size, steps }) => [id, meanOf(size, steps)]))
  const known = [...values.values()].filter((value) => value !== null)
  const mine = ownSize === null ? null : meanOf(ownSize, own.steps)
  const median = medianOf(known)
  const [first, last] = [used[0], used.at(-1)]
  return {
    span: first === undefined || last === undefined ? null : { first, last },
    steps: used.length,
    own: mine,
    median,
    share: mine === null || median === null || median <= 0 ? null : mine / median - 1,
    rank: mine === null || known.length === 0 ? null : 1 + known.filter((value) => value > mine).length,
    peers: peers.map(({ id }) => ({ id, value: values.get(id) ?? null })),
  }
}
