import { sql } from 'kysely'
import { type CommandOutcome, type CommandState, outcomeOf } from '#domain/commands/command-states.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Db } from '../../platform/db/handle.ts'

type Counts = Record<CommandOutcome, number>

export const noOutcomes = (): Counts => ({ success: 0, fail: 0, in_progress: 0, abnormal: 0 })

/** How many devices of each command, or of each act in all its commands, came to which of the specification's four words. */
export const outcomeCounts = async (
  db: Db,
  of: 'command' | 'act',
  ids: readonly string[],
): Promise<Map<string, Counts>> => {
  const counts = new Map(ids.map((id) => [id, noOutcomes()]))
  if (ids.length === 0) return counts
  const column = sql.ref(of === 'command' ? 'c.id' : 'c.batch_id')
  const { rows } = await sql<{ id: string; state: CommandState; n: number }>`
    SELECT ${column} AS id, coalesce(t.state, c.state) AS state, count(*)::int AS n
      FROM command c JOIN command_target t ON t.command_id = c.id
     WHERE ${column} = ANY(${[...ids]}::uuid[]) GROUP BY 1, 2`.execute(db)
  for (const { id, state, n } of rows) {
    const own = counts.get(id)
    if (own) own[outcomeOf(state)] += n
  }
  return counts
}

/** The first targets of each command by serial. */
export const firstTargets = async (db: Db, commandIds: readonly string[], most: number) => {
  if (commandIds.length === 0) return []
  const { rows } = await sql<{ commandId: string; id: string; kind: DeviceKind; sn: string; name: string }>`
    SELECT c.id AS "commandId", d.id, d.kind, t.sn, d.name
      FROM unnest(${[...commandIds]}::uuid[]) AS c(id)
      CROSS JOIN LATERAL (SELECT device_id, sn FROM command_target
                           WHERE command_id = c.id ORDER BY sn LIMIT ${most}) t
      JOIN device d ON d.id = t.device_id
     ORDER BY c.id, t.sn`.execute(db)
  return rows
}
