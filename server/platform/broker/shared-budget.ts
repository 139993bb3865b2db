/** A message takes a place for each so many bytes of it, and `PLACES_MOST` at most: of small ones more are on their way. */
const PLACE_BYTES = 512
export const PLACES_MOST = 8
export const placesOf = (bytes: number): number => Math.min(PLACES_MOST, Math.ceil(bytes / PLACE_BYTES))

/** A connection that waits for a place. */
type Waiting = { retry: () => void }

/**
 * What all gateways together may have in flight, in places; who finds it used up waits for the next one. Beyond `limit`,
 * up to `most`, there are places only for gateways that have nothing in flight: the live report of one never waits for the
 * hour that others catch up with.
 */
export type SharedBudget = {
  inFlight: number
  readonly limit: number
  readonly most: number
  /** Who has something in flight already, and who has nothing. */
  readonly waiting: Set<Waiting>
  readonly waitingFirst: Set<Waiting>
}

export function createSharedBudget(limit: number, most = limit): SharedBudget {
  return { inFlight: 0, limit, most, waiting: new Set(), waitingFirst: new Set() }
}
