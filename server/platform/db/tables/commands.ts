import type { ColumnType } from 'kysely'
import type { CommandOp, CommandState } from '#domain/commands/command-states.ts'
import type { LimitEnder, Reversion } from '#domain/commands/power-limits.ts'
import type { ControlOp } from '#domain/commands/control-ops.ts'
import type { Settled } from '#domain/commands/settle.ts'
import type { Instant, MaybeInstant, Json, WithDefault } from './column-types.ts'

export type CommandTable = {
  id: string
  station_id: string
  gateway_id: string
  op: CommandOp
  args: Json<Record<string, unknown>>
  state: CommandState
  code: string | null
  proof_of: string | null
  batch_id: string | null
  created_by: string | null
  created_at: Instant
  expires_at: Instant
  sent_at: MaybeInstant
  accepted_at: MaybeInstant
  done_at: MaybeInstant
  ended_at: MaybeInstant
}

export type CommandTargetTable = {
  command_id: string
  device_id: string
  sn: string
  open: WithDefault<boolean>
  proof: WithDefault<boolean>
  ok: boolean | null
  code: string | null
  after: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  state: WithDefault<Settled | null>
  settled_at: MaybeInstant
}

export type ControlTable = {
  id: string
  station_id: string
  op: ControlOp
  args: Json<Record<string, unknown>>
  device_ids: string[]
  rated_w: number
  despite: WithDefault<boolean>
  state: 'waiting' | 'sent' | 'refused' | 'expired'
  asked_by: string
  asked_at: Instant
  expires_at: MaybeInstant
  decided_by: WithDefault<string | null>
  decided_at: MaybeInstant
  remark: WithDefault<string>
  retry_of: WithDefault<string | null>
}

export type ControlQuestionTable = {
  id: string
  station_id: string
  asked_by: string
  asked_to: string
  op: string
  args: Json<Record<string, unknown>>
  text: string
  asked_at: Instant
  answer: WithDefault<'go' | 'wait' | null>
  answered_at: MaybeInstant
}

export type PowerLimitTable = {
  command_id: string
  device_id: string
  gateway_id: string
  station_id: string
  pct: number | null
  w: number | null
  reversion: Reversion
  asked_at: Instant
  set_at: MaybeInstant
  ends_at: Instant
  timer_at: MaybeInstant
  last_id: WithDefault<string | null>
  pending_id: WithDefault<string | null>
  next_at: MaybeInstant
  ended_at: MaybeInstant
  ended_by: WithDefault<LimitEnder | null>
}

export type CommandsTables = {
  command: CommandTable
  command_target: CommandTargetTable
  control: ControlTable
  control_question: ControlQuestionTable
  power_limit: PowerLimitTable
}
