import { createGateway, type Gateway, type GatewayOptions } from '#gateway/gateway.ts'
import type { Fault } from './faults.ts'
import { hash2, seedOf } from './physics/noise.ts'
import { simulatedConditions } from './simulated-conditions.ts'
import { simulatedSite } from './simulated-site.ts'
import type { SimulatedStation } from './simulated-station.ts'

export type SimulatedGatewayOptions = Omit<GatewayOptions, 'site' | 'conditions' | 'firstReport'> & {
  readonly sn: string
  readonly station: SimulatedStation
  readonly faults?: readonly Fault[]
}

/** A gateway of a simulated station, on the real wire. */
export const createSimulatedGateway = ({
  sn,
  station,
  faults = [],
  ...options
}: SimulatedGatewayOptions): Gateway =>
  createGateway({
    ...options,
    site: simulatedSite(station, sn, faults),
    conditions: simulatedConditions(faults),
    firstReport: hash2(seedOf(sn), 1, 1),
  })
