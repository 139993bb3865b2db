import type { Expression, SqlBool } from 'kysely'
import type { groupRoutes } from '#contract/http/station-groups.ts'
import type { Handlers } from '../../call.ts'
import type { Db } from '../../platform/db/handle.ts'
import { transact } from '../../platform/db/open.ts'
import { refuse } from '../../platform/refusal.ts'
import { visibleStations } from '../accounts/scope.ts'
import {
  dropGroup,
  groupIn,
  groupsOf,
  hasGroup,
  inScopeOf,
  insertGroup,
  nameGroup,
  putMembers,
} from './group-store.ts'
import { turnMembersEach } from './turn-each.ts'

/**
 * A scope, or what of it is in a group of this person when one is asked for.
 * @throws Refusal `not_found` for a group that is not theirs
 */
export const scopeOfGroup = async (
  db: Db,
  scope: Expression<SqlBool>,
  accountId: string,
  groupId: string | undefined,
): Promise<Expression<SqlBool>> => {
  if (groupId === undefined) return scope
  if (!(await hasGroup(db, accountId, groupId))) refuse('not_found')
  return groupIn(scope, accountId, groupId)
}

/** The members that were given, each once. @throws Refusal `not_found` when one is not in sight */
const membersIn = async (db: Db, given: readonly string[], scope: Expression<SqlBool>): Promise<string[]> => {
  const ids = [...new Set(given)]
  const seen = await inScopeOf(db, ids, scope)
  return seen.length === ids.length ? ids : refuse('not_found', { field: 'stationIds' })
}

export const groupHandlers: Handlers<typeof groupRoutes> = {
  'GET /api/station-groups': async ({ context, who, now }) => ({
    groups: await groupsOf(context.db, who.accountId, visibleStations(who, now)),
  }),

  'POST /api/station-groups': async ({ context, body, who, now }) => {
    const members = await transact(context.db, async (trx) => {
      const ids = await membersIn(trx, body.stationIds, visibleStations(who, now))
      const made = await insertGroup(trx, { id: body.id, accountId: who.accountId, name: body.name, now })
      if (made === 'full') return refuse('groups_full')
      if (made === 'taken') return refuse('wrong_state', { field: 'id' })
      await putMembers(trx, body.id, ids)
      return ids
    })
    return { group: { id: body.id, name: body.name, stationIds: members } }
  },

  'PUT /api/station-groups/{groupId}': async ({ context, params: { groupId }, body, who, now }) => {
    const members = await transact(context.db, async (trx) => {
      if (!(await nameGroup(trx, who.accountId, groupId, body.name))) return refuse('not_found')
      const ids = await membersIn(trx, body.stationIds, visibleStations(who, now))
      await putMembers(trx, groupId, ids)
      return ids
    })
    return { group: { id: groupId, name: body.name, stationIds: members } }
  },

  'DELETE /api/station-groups/{groupId}': async ({ context, params, who }) => {
    if (!(await dropGroup(context.db, who.accountId, params.groupId))) refuse('not_found')
    return {}
  },

  'POST /api/station-groups/{groupId}/members': async (call) =>
    turnMembersEach(call.context.db, call, { groupId: call.params.groupId, ...call.body }),
}
