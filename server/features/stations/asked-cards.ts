import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { visibleCompany } from '../accounts/account-store.ts'
import { deletedStations, type Scope, seesAll, visibleStations } from '../accounts/scope.ts'
import { favouritesIn } from '../favourites/favourite-store.ts'
import { scopeOfGroup } from '../favourites/group-routes.ts'
import { stationCards } from './station-cards.ts'
import type { Listed } from './station-order.ts'
import type { StationFilter } from './station-store.ts'

type Asked = StationFilter & { deleted?: unknown; favourite?: unknown; groupId?: string | undefined }

/**
 * Cards of the stations in sight that are asked for, in a list and on a map alike; `deleted`: of those that are not there
 * any more.
 * @throws Refusal `not_found` for a company or a group that this person does not see
 */
export const askedCards = async (
  { context, who, now }: { context: Context; who: Scope; now: number },
  { deleted, favourite, groupId, ...filter }: Asked,
): Promise<readonly Listed[]> => {
  if (filter.companyId !== undefined && !(await visibleCompany(context.db, who, filter.companyId)))
    refuse('not_found')
  const sight = deleted ? deletedStations(who) : visibleStations(who, now)
  const within = await scopeOfGroup(context.db, sight, who.accountId, groupId)
  const scope = favourite ? favouritesIn(within, who.accountId) : within
  const all = seesAll(who) && !deleted && !favourite && groupId === undefined
  return stationCards(context, { scope, of: deleted ? 'deleted' : all ? 'all' : 'some' }, filter, now)
}
