import type { Db } from '../../platform/db/handle.ts'
import { COMPUTED } from '../stations/kept-store.ts'
import { type AtMost, atMost } from './at-most.ts'
import type { ClearSkyMemory } from './fleet-expected.ts'
import { createFleetTogether, type FleetTogether } from './fleet-together.ts'
import { createHomeMemory, type HomeMemory } from './home-memory.ts'
import { createMapMind, type MapMind } from './map-mind.ts'
import { createPastEnergy } from './past-energy.ts'
import { createTroublesMind, type TroublesMind } from './troubles-mind.ts'

/** What home keeps in mind between two looks, of one installation. */
export type OverviewMemory = {
  /** A home takes up to four connections of the twenty: no more at once than leave some for everything else. */
  readonly homes: AtMost
  readonly pastEnergy: ReturnType<typeof createPastEnergy>
  readonly together: FleetTogether
  readonly clearSky: ClearSkyMemory
  readonly troubles: TroublesMind
  /** For who sees all of many stations. */
  readonly home: HomeMemory
  readonly map: MapMind
}

export const createOverviewMemory = (own: Db | null = null): OverviewMemory => ({
  homes: atMost(4, 500),
  pastEnergy: createPastEnergy(),
  together: createFleetTogether(),
  clearSky: { utcDay: 0, curves: new Map() },
  troubles: createTroublesMind(COMPUTED, own),
  home: createHomeMemory(),
  map: createMapMind(),
})
