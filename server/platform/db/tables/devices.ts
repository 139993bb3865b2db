import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Abilities } from '#domain/devices/abilities.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { MeterRole } from '#domain/devices/meter-roles.ts'
import type { Instant, MaybeInstant, Day, WithDefault } from './column-types.ts'

export type DeviceTable = {
  id: string
  no: Generated<number>
  station_id: string
  kind: DeviceKind
  sn: string
  sn_key: string
  /** Made of `brand` by the database; of a gateway it is empty. */
  brand_key: GeneratedAlways<string>
  name: WithDefault<string>
  brand: WithDefault<string>
  model: WithDefault<string>
  sw: WithDefault<string>
  hw: WithDefault<string>
  /** Version of its system on a chip. */
  soc_version: WithDefault<string>
  sim: WithDefault<string>
  net_mode: WithDefault<string>
  report_server: WithDefault<string>
  gateway_id: string | null
  parent_id: string | null
  string_no: number | null
  position: number | null
  rated_w: number | null
  /** What its counter has shown beyond that; null = the rating stands. */
  shown_w: WithDefault<number | null>
  mppt_count: number | null
  /** What it can be told, as its gateway says it; null = not said. */
  can: ColumnType<Abilities | null, string | null | undefined, string | null>
  string_count: number | null
  /** Of a meter: what it measures, as a person has chosen. */
  meter_role: WithDefault<MeterRole | null>
  warranty_until: Day | null
  activated_at: MaybeInstant
  reported_by_gateway: WithDefault<boolean>
  /** No longer in its gateway's inventory. */
  missing_since: MaybeInstant
  replaced_by: WithDefault<string | null>
  confirmed_at: MaybeInstant
  created_at: Instant
  removed_at: MaybeInstant
  version: WithDefault<number>
}

export type GatewayLinkTable = {
  device_id: string
  secret_hash: string | null
  boot: string | null
  conn: number | null
  connected: WithDefault<boolean>
  birth_at: MaybeInstant
  gone_at: MaybeInstant
  csq: number | null
  queue: number | null
  clock_offset_ms: number | null
  inventory_rev: number | null
  inventory_at: MaybeInstant
  report_s: number | null
  refused: WithDefault<number>
}

export type GatewayRegistryTable = {
  sn_key: string
  sn: string
  model: WithDefault<string>
  secret_hash: string
  claim_code_hash: Uint8Array
  imported_at: Instant
  claimed_at: MaybeInstant
}

export type QuarantineTable = {
  gateway_id: string
  sn_key: string
  sn: string
  brand: WithDefault<string>
  brand_key: GeneratedAlways<string>
  reason: string
  readings: WithDefault<number>
  first_at: Instant
  last_at: Instant
}

export type GatewayDropTable = {
  gateway_id: string
  channel: string
  reason: string
  count: number
  first_at: Instant
  last_at: Instant
}

export type DevicesTables = {
  gateway_drop: GatewayDropTable
  device: DeviceTable
  gateway_link: GatewayLinkTable
  gateway_registry: GatewayRegistryTable
  quarantine: QuarantineTable
}
