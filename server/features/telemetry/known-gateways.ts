import type { PoolClient } from 'pg'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { type EnteredPosition, type Position, signedPosition } from '#domain/stations/sun.ts'
import { ratedForReadings } from '#domain/telemetry/reading-ranges.ts'

/** `ratedW`: what its readings are held against. */
export type Child = { no: number; id: string; stationId: string; kind: DeviceKind; ratedW: number | null }
export type KnownGateway = {
  no: number
  id: string
  stationId: string
  reportMin: number
  /** What is known of its clock, ms ahead of ours; null = nothing. */
  clockOffsetMs: number | null
  /** Of its station. */
  position: Position
  children: Map<string, Child>
}

type Remembered = { children: Map<string, Child>; stamp: string }

/** Children remembered of all gateways together: about 20 MB. */
const MOST_CHILDREN = 50_000

/** Children of gateways as they were last read, the longest unused first. Only a memory: the stamp decides. */
export class ChildMemory {
  readonly #most: number
  readonly #gateways = new Map<string, Remembered>()
  #children = 0

  constructor(most = MOST_CHILDREN) {
    this.#most = most
  }

  get size(): number {
    return this.#children
  }

  get(gatewayId: string, stamp: string): Map<string, Child> | null {
    const held = this.#gateways.get(gatewayId)
    if (held === undefined || held.stamp !== stamp) return null
    this.#gateways.delete(gatewayId)
    this.#gateways.set(gatewayId, held)
    return held.children
  }

  set(gatewayId: string, stamp: string, children: Map<string, Child>): void {
    this.#forget(gatewayId)
    this.#gateways.set(gatewayId, { children, stamp })
    this.#children += children.size
    for (const oldest of this.#gateways.keys()) {
      if (this.#children <= this.#most) break
      this.#forget(oldest)
    }
  }

  #forget(gatewayId: string): void {
    this.#children -= this.#gateways.get(gatewayId)?.children.size ?? 0
    this.#gateways.delete(gatewayId)
  }
}

/**
 * `stamp` names each child with the transaction that wrote its row last (xmin): no child comes, goes, moves or changes
 * without another stamp. Reading it costs a tenth of reading the children.
 */
const gatewaysWithStamp = {
  name: 'intake-gateways',
  text: `SELECT g.sn_key, g.no, g.id, g.station_id, s.report_min, s.latitude, s.north, s.longitude, s.east,
                k.clock_offset_ms,
                coalesce(string_agg(c.no::text || ':' || c.xmin::text, ' ' ORDER BY c.no), '') AS stamp
           FROM device g
           JOIN station s ON s.id = g.station_id
           LEFT JOIN gateway_link k ON k.device_id = g.id
           LEFT JOIN device c ON c.gateway_id = g.id AND c.removed_at IS NULL AND c.kind <> 'gateway'
          WHERE g.sn_key = ANY($1) AND g.kind = 'gateway' AND g.removed_at IS NULL
          GROUP BY g.id, s.id, k.clock_offset_ms`,
}

const childrenOf = async (
  client: PoolClient,
  gatewayIds: readonly string[],
): Promise<Map<string, Map<string, Child>>> => {
  const { rows } = await client.query<{
    gateway_id: string
    key: string
    no: number
    id: string
    station_id: string
    kind: DeviceKind
    rated_w: number | null
    shown_w: number | null
  }>(
    `SELECT gateway_id, sn_key AS key, no, id, station_id, kind, rated_w, shown_w FROM device
      WHERE gateway_id = ANY($1) AND removed_at IS NULL AND kind <> 'gateway'`,
    [gatewayIds],
  )
  const found = new Map<string, Map<string, Child>>(gatewayIds.map((id) => [id, new Map()]))
  for (const { gateway_id, key, no, id, station_id, kind, rated_w, shown_w } of rows)
    found.get(gateway_id)?.set(key, {
      no,
      id,
      stationId: station_id,
      kind,
      ratedW: ratedForReadings(rated_w, shown_w),
    })
  return found
}

type GatewayRow = {
  sn_key: string
  no: number
  id: string
  station_id: string
  report_min: number
  clock_offset_ms: number | null
  stamp: string
} & EnteredPosition

const knownGateway = (row: GatewayRow, children: Map<string, Child>): KnownGateway => ({
  no: row.no,
  id: row.id,
  stationId: row.station_id,
  reportMin: row.report_min,
  clockOffsetMs: row.clock_offset_ms,
  position: signedPosition(row),
  children,
})

/** Gateways by `sn_key`, each with its children by theirs. Unknown and removed ones are left out. */
export const gatewaysByKey = async (
  client: PoolClient,
  keys: readonly string[],
  memory: ChildMemory,
): Promise<Map<string, KnownGateway>> => {
  const { rows } = await client.query<GatewayRow>({ ...gatewaysWithStamp, values: [keys] })
  const found = new Map<string, KnownGateway>()
  const unread: GatewayRow[] = []
  for (const row of rows) {
    const children = memory.get(row.id, row.stamp)
    if (children === null) unread.push(row)
    else found.set(row.sn_key, knownGateway(row, children))
  }
  if (unread.length === 0) return found
  const read = await childrenOf(
    client,
    unread.map(({ id }) => id),
  )
  for (const row of unread) {
    const { sn_key, id, stamp } = row
    const children = read.get(id) ?? new Map<string, Child>()
    // What changed since the stamp was read is in `children` already, and read again the next time.
    memory.set(id, stamp, children)
    found.set(sn_key, knownGateway(row, children))
  }
  return found
}
