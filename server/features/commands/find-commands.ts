import { olderThan } from '../../platform/page/older-than.ts'
import type { TimePlace } from '../../platform/page/page.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import {
  type CommandOp,
  type CommandOutcome,
  commandStates,
  outcomeOf,
} from '#domain/commands/command-states.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ShownCommand } from './find-shown-commands.ts'
import { shownCommands } from './find-shown-commands.ts'

export type LedgerFilter = {
  stationId?: string | undefined
  deviceId?: string | undefined
  op?: CommandOp | undefined
  outcome?: CommandOutcome | undefined
  /** Given from then on, and before; epoch ms. */
  from?: number | undefined
  to?: number | undefined
}

/** Page of the ledger from `before` on, newest first; reads that only prove another stand with that one. */
export const findCommands = async (
  db: Db,
  scope: Expression<SqlBool>,
  filter: LedgerFilter,
  page: { before: TimePlace | null; limit: number },
): Promise<ShownCommand[]> => {
  const { stationId, deviceId, op, outcome, from, to } = filter
  const states = commandStates.filter((state) => outcomeOf(state) === outcome)
  return shownCommands(db, scope)
    .where('command.proof_of', 'is', null)
    .$if(stationId !== undefined, (query) => query.where('command.station_id', '=', stationId ?? ''))
    .$if(deviceId !== undefined, (query) =>
      query.where(
        sql<SqlBool>`EXISTS (SELECT FROM command_target t WHERE t.command_id = command.id AND t.device_id = ${deviceId ?? ''})`,
      ),
    )
    .$if(op !== undefined, (query) => query.where('command.op', '=', op ?? 'read'))
    .$if(outcome !== undefined, (query) => query.where('command.state', 'in', states))
    .$if(from !== undefined, (query) => query.where('command.created_at', '>=', instant(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('command.created_at', '<', instant(to ?? 0)))
    .where(olderThan('command.created_at', 'command.id', page.before))
    .orderBy('command.created_at', 'desc')
    .orderBy('command.id', 'desc')
    .limit(page.limit)
    .execute()
}
