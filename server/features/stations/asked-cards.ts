import type { Expression, SqlBool } from 'kysely'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { visibleCompany } from '../accounts/account-store.ts'
import type { Scope } from '../accounts/scope.ts'
import { favouritesIn } from '../favourites/favourite-store.ts'
import { scopeOfGroup } from '../favourites/group-routes.ts'
import { stationCards } from './station-cards.ts'
import type { Listed } from './station-order.ts'
import type { StationFilter } from './station-store.ts'

type Asked = StationFilter & { favourite?: unknown; groupId?: string | undefined }

/**
 * Cards of the stations in sight that are asked for, in a list and on a map alike.
 * @throws Refusal `not_found` for a company or a group that this person does not see
 */
export const askedCards = async (
  { context, who, now }: { context: Context; who: Scope; now: number },
  sight: Expression<SqlBool>,
  { favourite, groupId, ...filter }: Asked,
): Promise<Listed[]> => {
  if (filter.companyId !== undefined && !(await visibleCompany(context.db, who, filter.companyId)))
    refuse('not_found')
  const within = await scopeOfGroup(context.db, sight, who.accountId, groupId)
  const scope = favourite ? favouritesIn(within, who.accountId) : within
  return stationCards(context, scope, filter, now)
}
