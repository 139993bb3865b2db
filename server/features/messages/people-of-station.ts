import { sql } from 'kysely'
import { heldPermissions } from '#domain/accounts/granting.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

export type Person = {
  id: string
  permissions: readonly string[]
  /** Of the station's company, or its owner: not somebody it is shared with. */
  isOwn: boolean
}

/** Who sees a station and is told of it: its company's people, its owner, those it is shared with now. */
export const peopleOf = async (db: Db, stationId: string, now: number): Promise<Person[]> => {
  const rows = await db
    .selectFrom('account')
    .innerJoin('station', (join) => join.on('station.id', '=', stationId))
    .select((eb) => [
      'account.id',
      'account.role',
      'account.extra_permissions',
      eb
        .or([
          eb('account.id', '=', eb.ref('station.owner_account_id')),
          eb.and([
            eb('account.role', '<>', 'owner'),
            eb('account.company_id', '=', eb.ref('station.company_id')),
          ]),
        ])
        .as('own'),
    ])
    .where('station.deleted_at', 'is', null)
    .where('account.disabled_at', 'is', null)
    .where('account.role', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('account.id', '=', eb.ref('station.owner_account_id')),
        eb.and([
          eb('account.role', '<>', 'owner'),
          eb('account.company_id', '=', eb.ref('station.company_id')),
        ]),
        eb.exists(
          eb
            .selectFrom('station_share')
            .select(sql`1`.as('one'))
            .whereRef('station_share.station_id', '=', 'station.id')
            .whereRef('station_share.account_id', '=', 'account.id')
            .where((share) =>
              share.or([
                share('station_share.until_at', 'is', null),
                share('station_share.until_at', '>', instant(now)),
              ]),
            ),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => ({
    id: row.id,
    permissions: heldPermissions(row.role, row.extra_permissions),
    isOwn: row.own === true,
  }))
}
