import { type Expression, sql, type SqlBool } from 'kysely'
import { FAVOURITES_MAX } from '#domain/stations/limits.ts'
import type { Db } from '../../platform/db/handle.ts'

/** A condition on the table `station`: those of `scope` that this person has marked. */
export const favouritesIn = (scope: Expression<SqlBool>, accountId: string): Expression<SqlBool> =>
  sql<SqlBool>`${scope} AND EXISTS (
    SELECT FROM favourite f WHERE f.station_id = station.id AND f.account_id = ${accountId})`

/** Of the stations in scope those that this person has marked, the first marked first. */
export const favouritesOf = async (
  db: Db,
  accountId: string,
  scope: Expression<SqlBool>,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('favourite')
    .innerJoin('station', 'station.id', 'favourite.station_id')
    .where('favourite.account_id', '=', accountId)
    .where(scope)
    .orderBy('favourite.since')
    .orderBy('station.id')
    .select('station.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a station is in scope. */
export const isInScope = async (db: Db, stationId: string, scope: Expression<SqlBool>): Promise<boolean> => {
  const row = await db
    .selectFrom('station')
    .where('station.id', '=', stationId)
    .where(scope)
    .select('station.id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when this person has as many as there can be, and this is none of them. */
export const markFavourite = async (
  db: Db,
  mark: { accountId: string; stationId: string; now: number },
): Promise<boolean> => {
  const { rows } = await sql`
    WITH present AS (SELECT station_id FROM favourite WHERE account_id = ${mark.accountId}),
    made AS (
      INSERT INTO favourite (account_id, station_id, since)
      SELECT ${mark.accountId}, ${mark.stationId}, ${new Date(mark.now)}::timestamptz
       WHERE (SELECT count(*) FROM present) < ${FAVOURITES_MAX}
      ON CONFLICT DO NOTHING RETURNING station_id)
    SELECT station_id FROM made UNION SELECT station_id FROM present WHERE station_id = ${mark.stationId}`.execute(
    db,
  )
  return rows.length > 0
}

export const unmarkFavourite = async (db: Db, accountId: string, stationId: string): Promise<void> => {
  await db
    .deleteFrom('favourite')
    .where('account_id', '=', accountId)
    .where('station_id', '=', stationId)
    .execute()
}

/** Two acts of this person, one after the other. */
export const lockAccount = async (trx: Db, accountId: string): Promise<void> => {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
}

/** All that this person has marked, also what is out of sight. */
export const allFavouritesOf = async (db: Db, accountId: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('favourite')
    .where('account_id', '=', accountId)
    .select('station_id')
    .execute()
  return new Set(rows.map(({ station_id }) => station_id))
}

export const turnFavourites = async (
  trx: Db,
  turned: { accountId: string; stationIds: readonly string[]; favourite: boolean; now: number },
): Promise<void> => {
  const { accountId, stationIds, favourite, now } = turned
  if (stationIds.length === 0) return
  if (favourite)
    await trx
      .insertInto('favourite')
      .values(stationIds.map((id) => ({ account_id: accountId, station_id: id, since: new Date(now) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await trx
      .deleteFrom('favourite')
      .where('account_id', '=', accountId)
      .where('station_id', 'in', [...stationIds])
      .execute()
}
