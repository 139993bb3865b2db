import { olderThan } from '../../platform/page/older-than.ts'
import type { TimePlace } from '../../platform/page/page.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Who } from '../accounts/who.ts'
import { visibleStations } from '../accounts/scope.ts'

/** Commands as they are shown, of stations in `scope`. */
export const shownCommands = (db: Db, scope: Expression<SqlBool>) =>
  db
    .selectFrom('command')
    .innerJoin('station', 'station.id', 'command.station_id')
    .innerJoin('device as gateway', 'gateway.id', 'command.gateway_id')
    .leftJoin('account', 'account.id', 'command.created_by')
    .selectAll('command')
    .select(['gateway.sn as gateway_sn', 'gateway.name as gateway_name', 'account.name as created_by_name'])
    .where(scope)

export type ShownCommand = Awaited<ReturnType<ReturnType<typeof shownCommands>['execute']>>[number]

/** Page of a station's commands from `before` on, newest first; reads that only prove another are left out. */
export const commandsOfStation = async (
  db: Db,
  scope: Expression<SqlBool>,
  stationId: string,
  page: { before: TimePlace | null; limit: number },
): Promise<ShownCommand[]> =>
  shownCommands(db, scope)
    .where('command.station_id', '=', stationId)
    .where('command.proof_of', 'is', null)
    .where(olderThan('command.created_at', 'command.id', page.before))
    .orderBy('command.created_at', 'desc')
    .orderBy('command.id', 'desc')
    .limit(page.limit)
    .execute()

export const visibleCommands = (db: Db, who: Who, now: number, ids: readonly string[]) =>
  shownCommands(db, visibleStations(who, now))
    .where('command.id', 'in', [...ids])
    .orderBy('gateway.sn')
    .execute()

export const commandsOfBatch = (db: Db, id: string) =>
  shownCommands(db, sql<boolean>`true`)
    .where('command.batch_id', '=', id)
    .orderBy('gateway.sn')
    .orderBy('command.created_at')
    .orderBy('command.id')
    .execute()
