import type { favouriteRoutes } from '#contract/http/favourites.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { visibleStations } from '../accounts/scope.ts'
import { turnFavouritesEach } from './turn-each.ts'
import { favouritesOf, isInScope, markFavourite, unmarkFavourite } from './favourite-store.ts'

export const favouriteHandlers: Handlers<typeof favouriteRoutes> = {
  'GET /api/favourites': async ({ context, who, now }) => ({
    stationIds: await favouritesOf(context.db, who.accountId, visibleStations(who, now)),
  }),

  'PUT /api/stations/{stationId}/favourite': async ({ context: { db }, params, body, who, now }) => {
    const { stationId } = params
    if (!(await isInScope(db, stationId, visibleStations(who, now)))) refuse('not_found')
    if (!body.favourite) await unmarkFavourite(db, who.accountId, stationId)
    else if (!(await markFavourite(db, { accountId: who.accountId, stationId, now })))
      refuse('favourites_full')
    return { favourite: body.favourite }
  },

  'POST /api/favourites': async (call) => turnFavouritesEach(call.context.db, call, call.body),
}
