import type { MonthTold } from '#domain/messages/month-told.ts'
import type { Instant, Json, MaybeInstant, WithDefault } from './column-types.ts'

export type AlarmNoticeTable = { alarm_id: string }

export type MessageTable = {
  id: string
  account_id: string
  kind: string
  station_id: string
  alarm_id: string | null
  order_id: string | null
  flow_id: number | null
  at: Instant
  due_at: Instant
  read_at: MaybeInstant
  report_of: WithDefault<string | null>
  report: Json<MonthTold> | WithDefault<null>
}

export type NotificationChoiceTable = {
  account_id: string
  levels: number[]
  stations: string[] | null
  orders: boolean
  quiet_from: number | null
  quiet_to: number | null
  zone: string
  reports: WithDefault<boolean>
  version: WithDefault<number>
}

export type WebhookTable = {
  id: string
  url: string
  secret: string
  company_id: string | null
  events: string[]
  enabled: WithDefault<boolean>
  created_by: string
  created_at: Instant
  delivered_at: MaybeInstant
  failed_at: MaybeInstant
  failure: WithDefault<string | null>
  version: WithDefault<number>
}

export type WebhookDeliveryTable = {
  id: string
  webhook_id: string
  event: string
  body: string
  created_at: Instant
  attempts: WithDefault<number>
  next_at: MaybeInstant
  done_at: MaybeInstant
  failure: WithDefault<string | null>
}

export type MessagesTables = {
  alarm_notice: AlarmNoticeTable
  message: MessageTable
  notification_choice: NotificationChoiceTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}
