import { putShare } from '#server/stations/share-store.ts'
import { makeAccount, sharee } from './accounts.ts'
import type { FactoryFile } from './objects.ts'
import { makeStation } from './stations.ts'

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
