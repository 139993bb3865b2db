import { permits, rolePermissions } from '#domain/accounts/permissions.ts'
import { HANDLERS_SHOWN } from '#domain/work-orders/limits.ts'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import type { Db } from '../../platform/db/handle.ts'
import { anywhere } from '../../platform/search/part-of-text.ts'
import { belongsTo } from '../accounts/find-people.ts'

export type Handler = { id: string; name: string; role: AccountRole; usual: boolean; open: number }

type Wanted = { search?: string; accountId?: string }

/** Those who can be given an order of a station, of whom `handlersOf` tells the first. */
const canBeGiven = (db: Db, stationId: string, now: number, given: Wanted) =>
  db
    .selectFrom('account')
    .innerJoin('station', (join) => join.on('station.id', '=', stationId))
    .$if(given.accountId !== undefined, (query) => query.where('account.id', '=', given.accountId ?? ''))
    .$if((given.search ?? '') !== '', (query) =>
      query.where('account.name', 'ilike', anywhere(given.search ?? '')),
    )
    .where(belongsTo(now))

export const countHandlers = async (
  db: Db,
  stationId: string,
  now: number,
  given: Wanted = {},
): Promise<number> => {
  const { n } = await canBeGiven(db, stationId, now, given)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * People who see a station and so can be given an order of it: those of its company, its owner, those it is shared
 * with. Who repairs comes first, the least busy of them before the others, and administrators last.
 */
export const handlersOf = async (
  db: Db,
  stationId: string,
  now: number,
  given: Wanted = {},
): Promise<Handler[]> => {
  const rows = await canBeGiven(db, stationId, now, given)
    .select((eb) => [
      'account.id',
      'account.name',
      'account.role',
      'account.extra_permissions',
      eb
        .selectFrom('work_order')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('work_order.handler_id', '=', 'account.id')
        .where('work_order.rank', '<', 10)
        .where('work_order.status', '<>', 'audit')
        .as('open'),
    ])
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(HANDLERS_SHOWN)
    .execute()
  return rows
    .flatMap(({ role, extra_permissions: extra, open, ...person }) =>
      role === null
        ? []
        : [
            {
              ...person,
              role,
              usual: permits([...rolePermissions[role], ...extra], 'om:order:handle'),
              open: open ?? 0,
            },
          ],
    )
    .sort(
      (a, b) =>
        Number(b.usual) - Number(a.usual) ||
        // Administrators could, and rarely are meant.
        Number(a.role === 'administrator') - Number(b.role === 'administrator') ||
        Number(b.role === 'maintainer') - Number(a.role === 'maintainer') ||
        a.open - b.open,
    )
}

/** Whether an order of this station can be given to this person. */
export const canHandle = async (
  db: Db,
  stationId: string,
  accountId: string,
  now: number,
): Promise<boolean> => (await handlersOf(db, stationId, now, { accountId })).length > 0
