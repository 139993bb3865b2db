import { sql } from 'kysely'
import type { CommandState } from '#domain/commands/command-states.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Db } from '../../platform/db/handle.ts'

/** How many targets of each command are in which state. */
export const targetCounts = async (db: Db, commandIds: readonly string[]) =>
  commandIds.length === 0
    ? []
    : db
        .selectFrom('command_target')
        .innerJoin('command', 'command.id', 'command_target.command_id')
        .where('command_id', 'in', [...commandIds])
        .groupBy(['command_id', sql`coalesce(command_target.state, command.state)`])
        .select(['command_id', sql<number>`count(*)::int`.as('n')])
        .select(sql<CommandState>`coalesce(command_target.state, command.state)`.as('state'))
        .execute()

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
