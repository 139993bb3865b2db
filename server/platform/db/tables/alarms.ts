import type { ColumnType, Generated } from 'kysely'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Instant, MaybeInstant, WithDefault } from './column-types.ts'

export type AlarmTable = {
  id: string
  station_id: string
  device_id: string
  device_kind: DeviceKind
  code: string
  /** 1 very urgent to 4 prompt. */
  level: number
  status: 'unsolved' | 'processing' | 'closed'
  count: WithDefault<number>
  created_at: Instant
  first_at: Instant
  occurred_at: Instant
  /** All of it is over; it closes at `closes_at` unless it comes back. Both stay as they were when it is closed. */
  cleared_at: MaybeInstant
  closes_at: MaybeInstant
  close_type: WithDefault<'manual_clear' | 'work_order_closed' | 'automatic_cleaning' | null>
  closed_at: MaybeInstant
  closed_by: WithDefault<string | null>
  clear_reason: WithDefault<string | null>
  rank: Generated<number>
  /** By which transaction it was written. */
  changed: Generated<string | null>
}

export type AlarmItemTable = {
  alarm_id: string
  instance: string
  count: WithDefault<number>
  first_at: Instant
  last_at: Instant
  cleared_at: MaybeInstant
  readings: ColumnType<Record<string, unknown> | null, string | null, string | null>
}

export type AlarmClearTable = { alarm_id: string; at: Instant; account_id: string; remark: string }

/** `ended_at`: taken back, or that it is over was told. */
export type AlarmAcknowledgementTable = {
  alarm_id: string
  account_id: string
  at: Instant
  until_at: Instant
  level: number
  remark: string
  ended_at: MaybeInstant
}

export type AlarmSignalTable = {
  device_id: string
  code: string
  instance: string
  active: boolean
  boot: string
  seq: number
  ts: Instant
}

export type AlarmTallyTable = {
  station_id: string
  level: number
  status: AlarmTable['status']
  n: number
}

/** The sum of its rows counts. */
export type AlarmTotalTable = Omit<AlarmTallyTable, 'station_id'>

export type AlarmCostTable = { alarm_id: string; at: Instant; due_at: Instant; wh: number | null }

export type AlarmsTables = {
  alarm: AlarmTable
  alarm_cost: AlarmCostTable
  alarm_acknowledgement: AlarmAcknowledgementTable
  alarm_item: AlarmItemTable
  alarm_clear: AlarmClearTable
  alarm_signal: AlarmSignalTable
  alarm_tally: AlarmTallyTable
  alarm_total: AlarmTotalTable
}
