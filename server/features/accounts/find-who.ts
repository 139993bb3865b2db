import { sql } from 'kysely'
import { heldPermissions } from '#domain/accounts/granting.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Who } from './who.ts'

/**
 * Somebody as the database knows them now, for what is done in their name without a session of theirs; null when the
 * account is disabled.
 */
export const findWho = async (db: Db, now: number, accountId: string): Promise<Who | null> => {
  const row = await db
    .selectFrom('account')
    .select(['id', 'name', 'role', 'extra_permissions', 'company_id'])
    .select((eb) =>
      eb
        .selectFrom('station_share')
        .select(sql<string[]>`coalesce(array_agg(station_id::text), '{}')`.as('ids'))
        .whereRef('station_share.account_id', '=', 'account.id')
        .where('station_share.rights', '=', 'manage')
        .where((share) => share.or([share('until_at', 'is', null), share('until_at', '>', instant(now))]))
        .as('managed'),
    )
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row
    ? {
        accountId: row.id,
        name: row.name,
        role: row.role,
        permissions: heldPermissions(row.role, row.extra_permissions),
        companyId: row.company_id,
        managedStations: row.managed ?? [],
        sessionId: '',
        provenAt: 0,
      }
    : null
}
