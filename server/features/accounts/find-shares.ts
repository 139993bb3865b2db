import type { Expression, SqlBool } from 'kysely'
import { expressionBuilder, sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Tables } from '../../platform/db/tables.ts'

/**
 * A condition on the table `station`: it is shared at `now` with this account, or, without an id, with that of the table
 * `account` beside it. Whether to be looked at or to be managed is the same here.
 */
export const sharedWith = (accountId: string | null, now: number): Expression<SqlBool> => {
  const eb = expressionBuilder<Tables, 'station' | 'account'>()
  return eb.exists(
    eb
      .selectFrom('station_share')
      .select(sql`1`.as('one'))
      .whereRef('station_share.station_id', '=', 'station.id')
      .where((share) =>
        share('station_share.account_id', '=', accountId === null ? share.ref('account.id') : accountId),
      )
      .where((share) =>
        share.or([
          share('station_share.until_at', 'is', null),
          share('station_share.until_at', '>', instant(now)),
        ]),
      ),
  )
}
