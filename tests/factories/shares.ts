import type { Db } from '#server/platform/db/handle.ts'
import { putShare } from '#server/features/stations/share-store.ts'
import { makeAccount, sharee } from './accounts.ts'
import type { FactoryFile } from './objects.ts'
import { makeStation } from './stations.ts'

type GivenShare = {
  stationId: string
  accountId: string
  rights?: 'view' | 'manage'
  untilAt?: number | null
}

/** Shares a station with an account, by nobody; to be looked at and without an end unless said. Epoch ms. */
export const makeShare = async (
  db: Db,
  now: number,
  { stationId, accountId, rights = 'view', untilAt = null }: GivenShare,
): Promise<void> => {
  await db
    .insertInto('station_share')
    .values({
      station_id: stationId,
      account_id: accountId,
      rights,
      until_at: untilAt === null ? null : new Date(untilAt),
      granted_by: null,
      granted_at: new Date(now),
    })
    .execute()
}

export const objects: NonNullable<FactoryFile['objects']> = {
  share: async (app, caller, stationId) => {
    const at = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
    const other = await makeAccount(app.db, app.now(), {
      role: 'owner',
      companyId: null,
      passwordHash: app.passwordHash,
    })
    const share = { stationId: at, accountId: other.id, rights: 'view', untilAt: null } as const
    return (await putShare(app.db, { ...share, by: caller.accountId, now: app.now() })).id
  },
}

export const bodies = {
  'POST /api/stations/{stationId}/shares': () => ({ account: sharee, rights: 'view', untilAt: null }),
}
