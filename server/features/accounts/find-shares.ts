import type { Expression, SqlBool } from 'kysely'
import { expressionBuilder, sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Tables } from '../../platform/db/tables.ts'

const inForce = (now: number) => {
  const eb = expressionBuilder<Tables, 'station_share'>()
  return eb.or([eb('station_share.until_at', 'is', null), eb('station_share.until_at', '>', instant(now))])
}

/**
 * A condition on the table `station`: it is shared at `now` with this account. As a list that is read once, so that an
 * index finds what is someone's own or shared, however many stations there are; asked of each station anew it would
 * read all of them. Whether to be looked at or to be managed is the same here.
 */
export const sharedWith = (accountId: string, now: number): Expression<SqlBool> => {
  const shared = expressionBuilder<Tables>()
    .selectFrom('station_share')
    .select('station_share.station_id')
    .where('station_share.account_id', '=', accountId)
    .where(inForce(now))
  return sql<SqlBool>`station.id = ANY(ARRAY(${shared}))`
}

/** The same of the account of the table `account` beside it. */
export const sharedWithAccount = (now: number): Expression<SqlBool> => {
  const eb = expressionBuilder<Tables, 'station' | 'account'>()
  return eb.exists(
    eb
      .selectFrom('station_share')
      .select(sql`1`.as('one'))
      .whereRef('station_share.station_id', '=', 'station.id')
      .whereRef('station_share.account_id', '=', 'account.id')
      .where(inForce(now)),
  )
}
