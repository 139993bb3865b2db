import type { PoolClient } from 'pg'
import { serialKey } from '#domain/devices/fields.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { type EnteredPosition, type Position, signedPosition } from '#domain/stations/sun.ts'
import { ratedForReadings } from '#domain/telemetry/reading-ranges.ts'
import { plainArray, quoted } from '../../platform/db/plain-array.ts'

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

/** A gateway as it was read, under the transactions that wrote its rows last (xmin; null: no such row). */
type Read = {
  gateway: KnownGateway
  stamps: { gateway: string; station: string; link: string | null }
  /** Of each child, by its number. */
  childStamps: Map<number, string>
}

/** Children remembered of all gateways together: about 20 MB. */
const MOST_CHILDREN = 50_000

/** Gateways as they were last read, by `sn_key`, the longest unused first. Only a memory: the stamps decide. */
export class GatewayMemory {
  readonly #most: number
  readonly #gateways = new Map<string, Read>()
  #children = 0

  constructor(most = MOST_CHILDREN) {
    this.#most = most
  }

  /** Children held. */
  get size(): number {
    return this.#children
  }

  get(key: string): Read | null {
    const held = this.#gateways.get(key)
    if (held === undefined) return null
    this.#gateways.delete(key)
    this.#gateways.set(key, held)
    return held
  }

  set(key: string, read: Read): void {
    this.forget(key)
    this.#gateways.set(key, read)
    this.#children += read.gateway.children.size
    for (const oldest of this.#gateways.keys()) {
      if (this.#children <= this.#most && this.#gateways.size <= this.#most) break
      this.forget(oldest)
    }
  }

  forget(key: string): void {
    this.#children -= this.#gateways.get(key)?.gateway.children.size ?? 0
    this.#gateways.delete(key)
  }
}

type GatewayRow = {
  sn_key: string
  no: number
  id: string
  station_id: string
  report_min: number
  clock_offset_ms: number | null
  gateway_stamp: string
  station_stamp: string
  link_stamp: string | null
} & EnteredPosition

const readGateways = async (client: PoolClient, keys: readonly string[]): Promise<GatewayRow[]> => {
  const { rows } = await client.query<GatewayRow>({
    name: 'intake-gateways',
    text: `SELECT g.sn_key, g.no, g.id, g.station_id, s.report_min, s.latitude, s.north, s.longitude, s.east,
                  k.clock_offset_ms, g.xmin::text AS gateway_stamp, s.xmin::text AS station_stamp,
                  k.xmin::text AS link_stamp
             FROM device g
             JOIN station s ON s.id = g.station_id
             LEFT JOIN gateway_link k ON k.device_id = g.id
            WHERE g.sn_key = ANY($1) AND g.kind = 'gateway' AND g.removed_at IS NULL`,
    values: [keys],
  })
  return rows
}

type ChildRow = {
  gateway_id: string
  key: string
  no: number
  id: string
  station_id: string
  kind: DeviceKind
  rated_w: number | null
  shown_w: number | null
  stamp: string
}

const readChildren = async (
  client: PoolClient,
  gatewayIds: readonly string[],
): Promise<Map<string, ChildRow[]>> => {
  const { rows } = await client.query<ChildRow>(
    `SELECT gateway_id, sn_key AS key, no, id, station_id, kind, rated_w, shown_w, xmin::text AS stamp FROM device
      WHERE gateway_id = ANY($1) AND removed_at IS NULL AND kind <> 'gateway'`,
    [gatewayIds],
  )
  return Map.groupBy(rows, ({ gateway_id }) => gateway_id)
}

const readOf = (row: GatewayRow, children: readonly ChildRow[]): Read => ({
  gateway: {
    no: row.no,
    id: row.id,
    stationId: row.station_id,
    reportMin: row.report_min,
    clockOffsetMs: row.clock_offset_ms,
    position: signedPosition(row),
    children: new Map(
      children.map(({ key, no, id, station_id, kind, rated_w, shown_w }) => [
        key,
        { no, id, stationId: station_id, kind, ratedW: ratedForReadings(rated_w, shown_w) },
      ]),
    ),
  },
  stamps: { gateway: row.gateway_stamp, station: row.station_stamp, link: row.link_stamp },
  childStamps: new Map(children.map(({ no, stamp }) => [no, stamp])),
})

/** What a batch says of a gateway: the serials its readings come under, as they stand in the messages. */
export type Mentioned = ReadonlyMap<string, ReadonlySet<string>>

/** A serial without dashes is its own key, and the children have no other. */
export const childOf = ({ children }: KnownGateway, sn: string): Child | undefined =>
  children.get(sn) ?? children.get(serialKey(sn))

/**
 * Numbers of those rows, among gateways and children, that are not as they were read. No row comes back where nothing
 * has changed, and no row is looked at that the batch has no reading for.
 */
const changedSince = async (
  client: PoolClient,
  gateways: readonly Read[],
  children: readonly { no: number; stamp: string }[],
): Promise<Set<number>> => {
  if (gateways.length === 0) return new Set()
  const { rows } = await client.query<{ no: number }>({
    name: 'intake-unchanged',
    text: `SELECT k.no FROM unnest($1::int[], $2::xid[], $3::xid[], $4::xid[]) AS k(no, gateway, station, link)
             LEFT JOIN device g ON g.no = k.no
             LEFT JOIN station s ON s.id = g.station_id
             LEFT JOIN gateway_link l ON l.device_id = g.id
            WHERE g.xmin IS DISTINCT FROM k.gateway OR s.xmin IS DISTINCT FROM k.station
               OR l.xmin IS DISTINCT FROM k.link
           UNION ALL
           SELECT k.no FROM unnest($5::int[], $6::xid[]) AS k(no, child)
             LEFT JOIN device c ON c.no = k.no
            WHERE c.xmin IS DISTINCT FROM k.child`,
    values: [
      plainArray(gateways.map(({ gateway }) => gateway.no)),
      plainArray(gateways.map(({ stamps }) => stamps.gateway)),
      plainArray(gateways.map(({ stamps }) => stamps.station)),
      plainArray(gateways.map(({ stamps }) => stamps.link ?? 'NULL')),
      plainArray(children.map(({ no }) => no)),
      plainArray(children.map(({ stamp }) => stamp)),
    ],
  })
  return new Set(rows.map(({ no }) => no))
}

/** Which gateways have a child by now that they had not when they were read. */
const withNewChildren = async (
  client: PoolClient,
  unknown: readonly { gatewayId: string; key: string }[],
): Promise<Set<string>> => {
  if (unknown.length === 0) return new Set()
  const { rows } = await client.query<{ id: string }>({
    name: 'intake-new-children',
    text: `SELECT DISTINCT c.gateway_id AS id FROM unnest($1::uuid[], $2::text[]) AS k(gateway, sn_key)
             JOIN device c ON c.gateway_id = k.gateway AND c.sn_key = k.sn_key
            WHERE c.removed_at IS NULL AND c.kind <> 'gateway'`,
    values: [
      plainArray(unknown.map(({ gatewayId }) => gatewayId)),
      plainArray(unknown.map(({ key }) => quoted(key))),
    ],
  })
  return new Set(rows.map(({ id }) => id))
}

/** Those of `mentioned` that are remembered and stand in the database as they are remembered, by key. */
const stillAsRead = async (
  client: PoolClient,
  mentioned: Mentioned,
  memory: GatewayMemory,
): Promise<Map<string, KnownGateway>> => {
  const held: { key: string; read: Read; children: { no: number; stamp: string }[] }[] = []
  const unknown: { gatewayId: string; key: string }[] = []
  for (const [key, serials] of mentioned) {
    const read = memory.get(key)
    if (read === null) continue
    const children: { no: number; stamp: string }[] = []
    for (const sn of serials) {
      const no = childOf(read.gateway, sn)?.no
      const stamp = no === undefined ? undefined : read.childStamps.get(no)
      if (no !== undefined && stamp !== undefined) children.push({ no, stamp })
      else unknown.push({ gatewayId: read.gateway.id, key: serialKey(sn) })
    }
    held.push({ key, read, children })
  }
  const changed = await changedSince(
    client,
    held.map(({ read }) => read),
    held.flatMap(({ children }) => children),
  )
  const grown = await withNewChildren(client, unknown)
  const found = new Map<string, KnownGateway>()
  for (const { key, read, children } of held) {
    const { gateway } = read
    if (changed.has(gateway.no) || grown.has(gateway.id) || children.some(({ no }) => changed.has(no)))
      memory.forget(key)
    else found.set(key, gateway)
  }
  return found
}

/**
 * Gateways by `sn_key`, those children among them that a batch mentions as they stand in the database now; of others what
 * was read last. Unknown and removed gateways are left out.
 */
export const gatewaysByKey = async (
  client: PoolClient,
  mentioned: Mentioned,
  memory: GatewayMemory,
): Promise<Map<string, KnownGateway>> => {
  const found = await stillAsRead(client, mentioned, memory)
  const unread = [...mentioned.keys()].filter((key) => !found.has(key))
  if (unread.length === 0) return found
  const rows = await readGateways(client, unread)
  const children = await readChildren(
    client,
    rows.map(({ id }) => id),
  )
  for (const row of rows) {
    // What changes between the two is in neither stamp, and read again the next time.
    const read = readOf(row, children.get(row.id) ?? [])
    memory.set(row.sn_key, read)
    found.set(row.sn_key, read.gateway)
  }
  return found
}
