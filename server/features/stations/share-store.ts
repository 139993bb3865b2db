import type { Db } from '../../platform/db/handle.ts'

const shares = (db: Db) =>
  db
    .selectFrom('station_share')
    .innerJoin('account', 'account.id', 'station_share.account_id')
    .leftJoin('account as granter', 'granter.id', 'station_share.granted_by')
    .select([
      'station_share.id',
      'station_share.account_id',
      'account.account',
      'account.name',
      'station_share.rights',
      'station_share.granted_at',
      'granter.name as granted_by_name',
      'station_share.until_at',
    ])

export type ShareRow = Awaited<ReturnType<typeof sharesOf>>[number]

export const sharesOf = (db: Db, stationId: string) =>
  shares(db)
    .where('station_share.station_id', '=', stationId)
    .orderBy('station_share.granted_at', 'desc')
    .orderBy('station_share.id')
    .execute()

/**
 * How many people a station is shared with, and how many stations with this account; the share between the two, where
 * there is one, counts in neither.
 */
export const countShares = async (
  db: Db,
  stationId: string,
  accountId: string,
): Promise<{ people: number; stations: number }> =>
  db
    .selectFrom('station_share')
    .where((eb) =>
      eb.or([
        eb.and([eb('station_id', '=', stationId), eb('account_id', '<>', accountId)]),
        eb.and([eb('account_id', '=', accountId), eb('station_id', '<>', stationId)]),
      ]),
    )
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('station_id', '=', stationId).as('people'),
      eb.fn.countAll<number>().filterWhere('account_id', '=', accountId).as('stations'),
    ])
    .executeTakeFirstOrThrow()

/** Makes a share or changes the one that this account has. */
export const putShare = async (
  db: Db,
  share: {
    stationId: string
    accountId: string
    rights: 'view' | 'manage'
    untilAt: number | null
    by: string
    now: number
  },
): Promise<ShareRow> => {
  const until_at = share.untilAt === null ? null : new Date(share.untilAt)
  const said = { rights: share.rights, until_at, granted_by: share.by, granted_at: new Date(share.now) }
  await db
    .insertInto('station_share')
    .values({ station_id: share.stationId, account_id: share.accountId, ...said })
    .onConflict((conflict) => conflict.columns(['station_id', 'account_id']).doUpdateSet(said))
    .execute()
  return shares(db)
    .where('station_share.station_id', '=', share.stationId)
    .where('station_share.account_id', '=', share.accountId)
    .executeTakeFirstOrThrow()
}

/** Whose share it was; undefined when the station has no such share. */
export const removeShare = (db: Db, stationId: string, shareId: string) =>
  db
    .deleteFrom('station_share')
    .where('id', '=', shareId)
    .where('station_id', '=', stationId)
    .returning('account_id')
    .executeTakeFirst()

/** Notes that somebody looked at a station: a row a person and day. */
export const noteVisit = async (db: Db, stationId: string, accountId: string, now: number): Promise<void> => {
  const at = new Date(now)
  await db
    .insertInto('station_look')
    .values({
      station_id: stationId,
      account_id: accountId,
      day: at.toISOString().slice(0, 10),
      first_at: at,
      last_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['station_id', 'day', 'account_id']).doUpdateSet({ last_at: at }),
    )
    .execute()
}
