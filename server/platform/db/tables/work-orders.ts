import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { OrderNote, OrderStatus, OrderType } from '#domain/work-orders/order-states.ts'
import type { Instant, MaybeInstant, WithDefault } from './column-types.ts'

export type WorkOrderTable = {
  id: string
  /** One of its company has it. */
  no: string
  company_id: string
  station_id: string
  device_id: string | null
  about_alarm_id: string | null
  type: OrderType
  status: OrderStatus
  /** 1 most urgent to 4 low. */
  priority: number
  name: string
  /** Given by the program, in each language; null: a person named it. */
  names: ColumnType<{ en: string; zh_CN: string } | null, string | null | undefined, string | null>
  /** All of its names, to be found by. */
  called: GeneratedAlways<string>
  description: string
  remark: WithDefault<string>
  initiator_id: string
  handler_id: string | null
  needs_review: boolean
  initiated_at: Instant
  planned_start_at: MaybeInstant
  planned_end_at: MaybeInstant
  planned_minutes: number
  actual_start_at: MaybeInstant
  started_at: MaybeInstant
  actual_end_at: MaybeInstant
  closed_at: MaybeInstant
  due_at: MaybeInstant
  alarms: WithDefault<number>
  level: number | null
  rank: Generated<number>
  place: number
  version: WithDefault<number>
  /** By which transaction it was last written; null of what was before that was noted. */
  changed: Generated<string | null>
}

export type OrderAlarmTable = { order_id: string; alarm_id: string; kept: WithDefault<boolean> }
export type OrderItemTable = {
  order_id: string
  alarm_id: string
  instance: string
  kept: WithDefault<boolean>
}

export type OrderFlowTable = {
  id: Generated<number>
  order_id: string
  no: number | null
  note: OrderNote | null
  at: Instant
  account_id: string | null
  from_status: OrderStatus | null
  to_status: OrderStatus
  handler_id: string | null
  text: WithDefault<string>
  alarm_id: string | null
  told: WithDefault<boolean>
  /** By which call a comment was made. */
  act_id: string | null
}

export type OrderFileTable = {
  order_id: string
  flow_id: number
  file_id: string
  role: 'image' | 'file' | 'check'
  position: number
}

export type OrderAnswerTable = {
  order_id: string
  flow_id: number
  key: string
  value: ColumnType<number | string | null, string | null, string | null>
  file_id: string | null
}

export type OrderTallyTable = { station_id: string; status: OrderStatus; n: number }

/** The sum of its rows counts. */
export type OrderTotalTable = Omit<OrderTallyTable, 'station_id'>

export type WorkOrdersTables = {
  work_order: WorkOrderTable
  order_alarm: OrderAlarmTable
  order_item: OrderItemTable
  order_flow: OrderFlowTable
  order_file: OrderFileTable
  order_answer: OrderAnswerTable
  order_tally: OrderTallyTable
  order_total: OrderTotalTable
}
