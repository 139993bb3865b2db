import type { PoolClient } from 'pg'
import { serialKey } from '#domain/devices/fields.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { type EnteredPosition, type Position, signedPosition } from '#domain/stations/sun.ts'
import { ratedForReadings } from '#domain/telemetry/reading-ranges.ts'
import { behindText, isLater, readBefore } from '../../platform/db/behind.ts'

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

/** Children remembered of all gateways together: about 20 MB. */
const MOST_CHILDREN = 50_000
/** Rows of `gateway_change` are there for a day: whoever has not looked for this long has to read all anew. */
const LOOKS_WITHIN_MS = 10 * 60_000

/** What a look found. `from`: how far the one before had read, null = there was none; `behind`: how far this one has. */
type Look = {
  from: string | null
  behind: string
  changes: readonly { by: string; gatewayId: string }[]
}

/**
 * Gateways as they were last read, by `sn_key`, the longest unused first. Only a memory: what was written since the look
 * before is forgotten, and read again when it is asked for.
 */
export class GatewayMemory {
  readonly #most: number
  readonly #gateways = new Map<string, KnownGateway>()
  readonly #keys = new Map<string, string>()
  #children = 0
  #behind: string | null = null
  #lookedAt = -Infinity
  /** Transactions that are forgotten already but may be told of again, because one before them has not ended. */
  #heard = new Set<string>()
  #looks = 0

  constructor(most = MOST_CHILDREN) {
    this.#most = most
  }

  /** Children held. */
  get size(): number {
    return this.#children
  }

  /** How far the looks so far have read; null = nothing is remembered. `now`: ms of a clock that only goes forward. */
  behind(now: number): string | null {
    if (now - this.#lookedAt > LOOKS_WITHIN_MS) this.#clear()
    return this.#behind
  }

  /** Forgets what has changed. Gives the number of the look, for `set`. Of two at the same time either may be told first. */
  hear({ from, behind, changes }: Look, now: number): number {
    const goesOn = from !== null && isLater(behind, from)
    const isFirst = this.#behind === null || isLater(behind, this.#behind)
    // What the other says that was told before this one is older, or of a database that is another by now.
    if (!goesOn || !(isFirst || isLater(this.#behind ?? '', behind))) this.#clear()
    if (isFirst || this.#behind === null) this.#behind = behind
    this.#lookedAt = now
    for (const { by, gatewayId } of changes)
      if (!this.#heard.has(by)) this.forget(this.#keys.get(gatewayId) ?? '')
    this.#heard = new Set(changes.map(({ by }) => by))
    this.#looks += 1
    return this.#looks
  }

  get(key: string): KnownGateway | null {
    const held = this.#gateways.get(key)
    if (held === undefined) return null
    this.#gateways.delete(key)
    this.#gateways.set(key, held)
    return held
  }

  /** Remembers what was read after a look, unless another look has gone by since: its changes may be younger. */
  set(key: string, gateway: KnownGateway, look: number): void {
    if (look !== this.#looks) return
    this.forget(key)
    this.#gateways.set(key, gateway)
    this.#keys.set(gateway.id, key)
    this.#children += gateway.children.size
    for (const oldest of this.#gateways.keys()) {
      if (this.#children <= this.#most && this.#gateways.size <= this.#most) break
      this.forget(oldest)
    }
  }

  forget(key: string): void {
    const held = this.#gateways.get(key)
    if (held === undefined) return
    this.#children -= held.children.size
    this.#gateways.delete(key)
    this.#keys.delete(held.id)
  }

  #clear(): void {
    this.#gateways.clear()
    this.#keys.clear()
    this.#children = 0
    this.#behind = null
    this.#heard.clear()
  }
}

type GatewayRow = {
  sn_key: string
  no: number
  id: string
  station_id: string
  report_min: number
  clock_offset_ms: number | null
} & EnteredPosition

const readGateways = async (client: PoolClient, keys: readonly string[]): Promise<GatewayRow[]> => {
  const { rows } = await client.query<GatewayRow>({
    name: 'intake-gateways',
    text: `SELECT g.sn_key, g.no, g.id, g.station_id, s.report_min, s.latitude, s.north, s.longitude, s.east,
                  k.clock_offset_ms
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
}

const readChildren = async (
  client: PoolClient,
  gatewayIds: readonly string[],
): Promise<Map<string, ChildRow[]>> => {
  const { rows } = await client.query<ChildRow>(
    `SELECT gateway_id, sn_key AS key, no, id, station_id, kind, rated_w, shown_w FROM device
      WHERE gateway_id = ANY($1) AND removed_at IS NULL AND kind <> 'gateway'`,
    [gatewayIds],
  )
  return Map.groupBy(rows, ({ gateway_id }) => gateway_id)
}

const gatewayOf = (row: GatewayRow, children: readonly ChildRow[]): KnownGateway => ({
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
})

/** A serial without dashes is its own key, and the children have no other. */
export const childOf = ({ children }: KnownGateway, sn: string): Child | undefined =>
  children.get(sn) ?? children.get(serialKey(sn))

/** What was written of any gateway since the look before. Nearly always nothing: no row of a device is read. */
const look = async (client: PoolClient, memory: GatewayMemory): Promise<number> => {
  const from = memory.behind(performance.now())
  const { rows } = await client.query<{ behind: string; changes: string[] }>({
    name: 'intake-changes',
    text: `SELECT ${behindText} AS behind,
                  ARRAY(SELECT changed::text || ' ' || gateway_id::text FROM gateway_change
                         WHERE changed >= coalesce($1::xid8, pg_snapshot_xmin(pg_current_snapshot()))
                           AND changed < pg_snapshot_xmax(pg_current_snapshot())) AS changes`,
    values: [from === null ? null : readBefore(from)],
  })
  const { behind = '', changes = [] } = rows[0] ?? {}
  const told = changes.map((one) => {
    const [by = '', gatewayId = ''] = one.split(' ')
    return { by, gatewayId }
  })
  return memory.hear({ from, behind, changes: told }, performance.now())
}

/** Gateways by `sn_key` with their children, as they stand in the database now. Unknown and removed ones are left out. */
export const gatewaysByKey = async (
  client: PoolClient,
  keys: Iterable<string>,
  memory: GatewayMemory,
): Promise<Map<string, KnownGateway>> => {
  const looked = await look(client, memory)
  const found = new Map<string, KnownGateway>()
  const unread: string[] = []
  for (const key of keys) {
    const gateway = memory.get(key)
    if (gateway === null) unread.push(key)
    else found.set(key, gateway)
  }
  if (unread.length === 0) return found
  const rows = await readGateways(client, unread)
  const children = await readChildren(
    client,
    rows.map(({ id }) => id),
  )
  for (const row of rows) {
    // What changes between the two statements is told of at the next look.
    const gateway = gatewayOf(row, children.get(row.id) ?? [])
    memory.set(row.sn_key, gateway, looked)
    found.set(row.sn_key, gateway)
  }
  return found
}
