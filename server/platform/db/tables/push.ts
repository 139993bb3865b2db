import type { Instant, MaybeInstant, WithDefault } from './column-types.ts'

export type PushKeyTable = {
  one: WithDefault<boolean>
  public_key: string
  private_key: string
  created_at: Instant
}

export type PushSubscriptionTable = {
  id: string
  account_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Instant
  told_at: MaybeInstant
  failed_at: MaybeInstant
  failure: WithDefault<string | null>
}

export type PushDeliveryTable = {
  id: string
  subscription_id: string
  message_id: string | null
  created_at: Instant
  attempts: WithDefault<number>
  next_at: MaybeInstant
}

export type PushTables = {
  push_key: PushKeyTable
  push_subscription: PushSubscriptionTable
  push_delivery: PushDeliveryTable
}
