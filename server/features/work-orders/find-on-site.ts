import { type Expression, type SqlBool, sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

/** Check-ins of a scope that have not ended. */
const present = (db: Db, scope: Expression<SqlBool>, now: number) =>
  db
    .selectFrom('check_in')
    .innerJoin('station', 'station.id', 'check_in.station_id')
    .where('check_in.ended_at', 'is', null)
    .where('check_in.until_at', '>', instant(now))
    .where(scope)

/**
 * Who is checked in at stations of a scope, whoever came last first; with the order that each works at there, the
 * newest where it is several.
 */
export const onSiteIn = (db: Db, scope: Expression<SqlBool>, now: number, limit: number) =>
  present(db, scope, now)
    .innerJoin('account', 'account.id', 'check_in.account_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('work_order as o')
          .whereRef('o.handler_id', '=', 'check_in.account_id')
          .whereRef('o.station_id', '=', 'check_in.station_id')
          .where('o.rank', '<', 10)
          .where('o.status', '=', 'in_progress')
          .orderBy('o.started_at', 'desc')
          .orderBy('o.id')
          .limit(1)
          .select('o.id as order_id')
          .as('work'),
      (join) => join.onTrue(),
    )
    .orderBy('check_in.began_at', 'desc')
    .orderBy('check_in.id')
    .limit(limit)
    .selectAll('check_in')
    .select([
      'account.name',
      'station.name as station_name',
      'station.time_zone',
      'station.company_id',
      'station.owner_account_id',
      'work.order_id',
    ])
    .execute()

export const countOnSite = async (db: Db, scope: Expression<SqlBool>, now: number): Promise<number> => {
  const row = await present(db, scope, now)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirst()
  return row?.n ?? 0
}
