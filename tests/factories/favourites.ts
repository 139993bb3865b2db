import { randomUUID } from 'node:crypto'
import type { BodyInput } from '#contract/http/route.ts'
import type { favouriteRoutes } from '#contract/http/favourites.ts'
import type { groupRoutes } from '#contract/http/station-groups.ts'
import { putMembers } from '#server/features/favourites/group-store.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

const mark: BodyInput<(typeof favouriteRoutes)['PUT /api/stations/{stationId}/favourite']> = {
  favourite: true,
}

export const objects: NonNullable<FactoryFile['objects']> = {
  station_group: async (app, caller, stationId) => {
    const station = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
    const id = randomUUID()
    // As many as the tests over all routes want: more than a person may make.
    await app.db
      .insertInto('station_group')
      .values({ id, account_id: caller.accountId, name: 'Roofs', since: new Date(app.now()) })
      .execute()
    await putMembers(app.db, id, [station])
    return id
  },
}

type Named = BodyInput<(typeof groupRoutes)['PUT /api/station-groups/{groupId}']>
const named = (ids: Ids): Named => ({ name: 'Roofs', stationIds: [ids['body.stationIds'] ?? ''] })

export const bodies: NonNullable<FactoryFile['bodies']> = {
  'PUT /api/stations/{stationId}/favourite': () => mark,
  'POST /api/station-groups': (ids) => ({ id: randomUUID(), ...named(ids) }),
  'PUT /api/station-groups/{groupId}': named,
  'POST /api/favourites': (ids): BodyInput<(typeof favouriteRoutes)['POST /api/favourites']> => ({
    stationIds: [ids['body.stationIds'] ?? ''],
    favourite: true,
  }),
  'POST /api/station-groups/{groupId}/members': (
    ids,
  ): BodyInput<(typeof groupRoutes)['POST /api/station-groups/{groupId}/members']> => ({
    stationIds: [ids['body.stationIds'] ?? ''],
    member: true,
  }),
}
