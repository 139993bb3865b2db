import { type Expression, type SqlBool, sql } from 'kysely'
import type { FoundDevice } from '#contract/mqtt/edge-device.ts'
import { TRIED_MAX } from '#domain/edges/limits.ts'
import type { Db } from '../../platform/db/handle.ts'

export const insertSearch = async (
  trx: Db,
  row: { commandId: string; gatewayId: string; now: number },
): Promise<void> => {
  await trx
    .insertInto('edge_search')
    .values({ command_id: row.commandId, gateway_id: row.gatewayId, asked_at: new Date(row.now) })
    .execute()
}

/** How far a search is. False when nothing was asked under this id. */
export const saveProgress = async (
  trx: Db,
  commandId: string,
  told: { done: number; total: number; tried: string; found: readonly FoundDevice[] },
): Promise<boolean> => {
  const { rows } = await sql`
    UPDATE edge_search SET done = ${told.done}, total = ${told.total}, found = ${JSON.stringify(told.found)}::jsonb,
           tried = CASE WHEN tried[cardinality(tried)] IS NOT DISTINCT FROM ${told.tried}::text THEN tried
                        ELSE (tried || ${told.tried}::text)[greatest(1, cardinality(tried) + 2 - ${sql.lit(TRIED_MAX)}):]
                   END
     WHERE command_id = ${commandId} RETURNING 1`.execute(trx)
  return rows.length > 0
}

/** What came of it; what it had found before stands when nothing is said about that. */
export const saveResult = async (
  trx: Db,
  commandId: string,
  told: { found: readonly FoundDevice[] | null; lines: readonly string[] },
): Promise<void> => {
  await trx
    .updateTable('edge_search')
    .set({
      ...(told.found === null ? {} : { found: JSON.stringify(told.found) }),
      lines: [...told.lines],
    })
    .where('command_id', '=', commandId)
    .execute()
}

const searches = (db: Db) =>
  db
    .selectFrom('edge_search')
    .innerJoin('command', 'command.id', 'edge_search.command_id')
    .innerJoin('station', 'station.id', 'command.station_id')
    .selectAll('edge_search')
    .select(['command.state', 'command.code', 'command.op'])

export type SearchRow = Awaited<ReturnType<ReturnType<typeof searches>['execute']>>[number]

export const newestSearch = (db: Db, gatewayId: string) =>
  searches(db)
    .where('edge_search.gateway_id', '=', gatewayId)
    .where('command.op', '=', 'discover')
    .orderBy('edge_search.asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const searchOfId = (db: Db, commandId: string) =>
  searches(db).where('edge_search.command_id', '=', commandId).executeTakeFirst()

export const visibleDiagnosis = (db: Db, commandId: string, scope: Expression<SqlBool>) =>
  searches(db)
    .where('edge_search.command_id', '=', commandId)
    .where('command.op', '=', 'diagnose')
    .where(scope)
    .executeTakeFirst()

/** What is still asked of an edge: one question of a kind at a time. */
export const openQuestion = (db: Db, gatewayId: string, op: 'discover' | 'diagnose') =>
  db
    .selectFrom('command')
    .leftJoin('account', 'account.id', 'command.created_by')
    .select(['command.id', 'command.op', 'command.state', 'command.created_at', 'account.name as by'])
    .where('command.gateway_id', '=', gatewayId)
    .where('command.op', '=', op)
    .where('command.ended_at', 'is', null)
    .executeTakeFirst()

/** Devices in force with these serials that stand where `scope` reaches, and behind which gateway. */
export const knownAmong = (db: Db, keys: readonly string[], scope: Expression<SqlBool>) =>
  keys.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('device')
        .innerJoin('station', 'station.id', 'device.station_id')
        .select(['device.sn_key', 'device.brand_key', 'device.gateway_id'])
        .where('device.sn_key', 'in', [...keys])
        .where('device.removed_at', 'is', null)
        .where(scope)
        .execute()
