import { type AtMost, atMost } from './at-most.ts'
import { createFleetCurve, type FleetCurve } from './fleet-curve.ts'
import { createPastEnergy } from './past-energy.ts'

/** What home keeps in mind between two looks, of one installation. */
export type OverviewMemory = {
  /** A home takes up to four connections of the twenty: no more at once than leave some for everything else. */
  readonly homes: AtMost
  readonly pastEnergy: ReturnType<typeof createPastEnergy>
  readonly fleetCurve: FleetCurve
  /** The estimate of a station stays the same all day: kept by what it is computed from, for one day's frame. */
  readonly clearSky: { frame: string; curves: Map<string, readonly number[]> }
}

export const createOverviewMemory = (): OverviewMemory => ({
  homes: atMost(4, 500),
  pastEnergy: createPastEnergy(),
  fleetCurve: createFleetCurve(),
  clearSky: { frame: '', curves: new Map() },
})
