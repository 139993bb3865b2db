import type { Expression, SqlBool } from 'kysely'
import { ofCompany, visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'

/** Which stations: those a condition on the table `station` holds for, or by id. */
export type Which = { scope: Expression<SqlBool> } | { ids: readonly string[] }

/** Which of these stations are the caller's own: of the company, or owned. */
export const ownStationsAmong = (db: Db, stations: readonly string[], who: Who) =>
  db
    .selectFrom('station')
    .select('id')
    .where('id', 'in', [...stations])
    .where((eb) =>
      who.role === 'owner'
        ? eb('owner_account_id', '=', who.accountId)
        : who.role === 'administrator'
          ? eb.lit(true)
          : ofCompany('company_id', who.companyId),
    )
    .execute()

/** Which of these stations are visible. */
export const visibleAmong = (db: Db, stations: readonly string[], who: Who, now: number) =>
  db
    .selectFrom('station')
    .select('station.id')
    .where('station.id', 'in', [...stations])
    .where(visibleStations(who, now))
    .execute()

export const lockStationRow = async (db: Db, stationId: string): Promise<void> => {
  await db.selectFrom('station').select('id').where('id', '=', stationId).forNoKeyUpdate().execute()
}

export const placesToWeigh = (db: Db, which: Which) =>
  db
    .selectFrom('station')
    .select(['id', 'time_zone', 'report_min', 'latitude', 'north', 'longitude', 'east'])
    .where('deleted_at', 'is', null)
    .where((eb) => ('scope' in which ? which.scope : eb('station.id', 'in', [...which.ids])))
    .execute()
