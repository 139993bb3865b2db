import * as z from 'zod/mini'
import { signingKeys } from '#domain/upgrades/signing-keys.ts'
import { explainIssues } from '#gateway/checked-json.ts'
import { fault } from './faults.ts'
import type { StationSpec } from './station-spec.ts'
import { untaken, world } from './world.ts'

/**
 * What a fleet is started from: `{"gateways": [{"sn", "secret", "station"}], "edges"?: [{"sn", "station"}], "stations"?: [...],
 * "counters"?: {...}, "faults"?: [...], "versions"?: {...}}`. `edges` are gateways that others run: what they read is
 * served on the network. `station` is the key of a station in the file, or else of the demonstration world. `counters`
 * holds, by station key, the checkpoint at which another run left the lifetime counters; `versions`, by serial, what was
 * upgraded in it.
 */
const fleetFile = z.strictObject({
  gateways: z.array(z.strictObject({ sn: z.string(), secret: z.string(), station: z.string() })),
  edges: z._default(z.array(z.strictObject({ sn: z.string(), station: z.string() })), []),
  // Plain data of our own making (StationSpec); what physics cannot use shows when the station is laid out.
  stations: z._default(z.array(z.looseObject({ key: z.string() })), []),
  counters: z._default(
    z.record(z.string(), z.strictObject({ ts: z.number(), wh: z.record(z.string(), z.number()) })),
    {},
  ),
  faults: z._default(z.array(fault), []),
  firmwareKeys: z._default(signingKeys.shape.keys, []),
  versions: z._default(z.record(z.string(), z.strictObject({ version: z.string(), sequence: z.int() })), {}),
})

type ParsedFleet = z.output<typeof fleetFile>
export type FleetGateway = ParsedFleet['gateways'][number]
export interface FleetData {
  readonly gateways: readonly FleetGateway[]
  /** Gateways that run elsewhere and read what is served here. */
  readonly edges?: ParsedFleet['edges']
  readonly stations: ReadonlyMap<string, StationSpec>
  readonly counters: ParsedFleet['counters']
  readonly faults: ParsedFleet['faults']
  /** Public keys that the gateways trust for firmware. */
  readonly firmwareKeys?: ParsedFleet['firmwareKeys']
  /** What devices run that were upgraded in another run. */
  readonly versions?: ParsedFleet['versions']
}

/** Reads a fleet's JSON. Throws for what does not fit, for an unknown station and for a gateway it does not have. */
export function parseFleet(json: string): FleetData {
  const parsed = z.safeParse(fleetFile, JSON.parse(json))
  if (!parsed.success) throw new Error(`fleet: ${explainIssues(parsed.error.issues)}`)
  const { gateways, edges, counters, faults, firmwareKeys, versions } = parsed.data
  const own = parsed.data.stations as unknown as StationSpec[]
  const all = new Map([...world, ...untaken, ...own].map((station) => [station.key, station]))
  const used = new Map<string, StationSpec>()
  for (const gateway of [...gateways, ...edges]) {
    const station = all.get(gateway.station)
    if (!station) throw new Error(`fleet: no station ${gateway.station}`)
    if (!station.gateways.some((one) => one.sn === gateway.sn))
      throw new Error(`fleet: ${station.key} has no gateway ${gateway.sn}`)
    used.set(station.key, station)
  }
  return { gateways, edges, stations: used, counters, faults, firmwareKeys, versions }
}
