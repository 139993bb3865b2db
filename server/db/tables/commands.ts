import type { ColumnType } from 'kysely'
import type { CommandOp, CommandState } from '#domain/commands/command-states.ts'
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
}

export type CommandsTables = {
  command: CommandTable
  command_target: CommandTargetTable
}
