import type { ColumnType } from 'kysely'
import type { Instant, WithDefault } from './column-types.ts'

type Json<T> = ColumnType<T, string, string>

export type RuleStateTable = {
  device_id: string
  code: string
  instance: string
  rule: string
  station_id: string
  bad_ms: number
  good_ms: number
  active: boolean
  since: Instant
  as_of: Instant
  readings: Json<Record<string, string | number | boolean | null>>
}

/** Of which shape the value is, its kind of memory knows (`domain/analyses/memory.ts`). */
export type AnalysisMemoryTable = { device_id: string; kind: string; value: Json<object> }

export type RuleSettingTable = {
  company_id: string | null
  station_id: string | null
  rule: string
  enabled: boolean | null
  threshold: number | null
  changed_by: WithDefault<string | null>
  changed_at: Instant
}

export type RuleCollectionTable = {
  shard: number
  done_until: Instant
  listening_since: Instant
}

export type RulesTables = {
  analysis_memory: AnalysisMemoryTable
  rule_state: RuleStateTable
  rule_setting: RuleSettingTable
  rule_collection: RuleCollectionTable
}
