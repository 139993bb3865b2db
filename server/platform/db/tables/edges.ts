import type { ColumnType } from 'kysely'
import type { FoundDevice } from '#contract/mqtt/edge-device.ts'
import type { TopicMap } from '#domain/edges/topic-map.ts'
import type { Instant, MaybeInstant, WithDefault } from './column-types.ts'

export type EdgePairingTable = {
  id: string
  station_id: string
  code_hash: Buffer
  name: string
  replaces: string | null
  built_in: boolean
  asked_by: string
  asked_at: Instant
  expires_at: Instant
  used_at: MaybeInstant
  gateway_id: WithDefault<string | null>
}

export type EdgeTable = {
  gateway_id: string
  public_key: string
  version: string
  built_in: boolean
  paired_at: Instant
  rev: WithDefault<number | null>
  taken_rev: WithDefault<number | null>
  refused_code: WithDefault<string | null>
  store_waiting: WithDefault<number | null>
  store_bytes: WithDefault<number | null>
  store_dropped: WithDefault<number | null>
  store_oldest_at: MaybeInstant
  store_trouble: WithDefault<string | null>
  told_at: MaybeInstant
}

export type EdgeDeviceTable = {
  id: string
  gateway_id: string
  url: string
  profile: string | null
  interval_s: number
  sealed: string | null
  seal_lost: WithDefault<boolean>
  map: ColumnType<TopicMap | null, string | null | undefined, string | null>
  added_by: string
  added_at: Instant
  changed_rev: WithDefault<number>
  refused_code: WithDefault<string | null>
  refused_says: WithDefault<string | null>
  version: WithDefault<number>
}

export type EdgeLinkTable = {
  edge_device_id: string
  asked: number
  answered: number
  answer_ms: number | null
  last_answer_at: MaybeInstant
  trouble_code: string | null
  trouble_says: string | null
  serials: string[]
}

export type BuiltInEdgeTable = {
  one: WithDefault<boolean>
  station_id: string
  name: string
  server: string
  handed_by: string
  handed_at: Instant
  gateway_id: WithDefault<string | null>
}

export type EdgeSearchTable = {
  command_id: string
  gateway_id: string
  asked_at: Instant
  done: WithDefault<number | null>
  total: WithDefault<number | null>
  tried: WithDefault<string[]>
  found: ColumnType<FoundDevice[], string | undefined, string>
  lines: WithDefault<string[]>
}

export type EdgesTables = {
  edge: EdgeTable
  edge_device: EdgeDeviceTable
  edge_link: EdgeLinkTable
  edge_pairing: EdgePairingTable
  edge_search: EdgeSearchTable
  built_in_edge: BuiltInEdgeTable
}
