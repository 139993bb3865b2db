import { heldPermissions } from '#domain/accounts/granting.ts'
import { GRANTERS_SHOWN } from '#domain/accounts/limits.ts'
import { type AccountRole, type Permission, permits } from '#domain/accounts/permissions.ts'
import { sameCompany } from '#domain/accounts/same-company.ts'
import type { Db } from '../../platform/db/handle.ts'
import { ofCompany } from './scope.ts'
import type { Who } from './who.ts'

/**
 * Who can give this person a permission: those of the own company who manage its people and hold it themselves, and
 * where there is none, administrators. Without a permission: whoever manages people. Names alone, five at most.
 */
export const grantersFor = async (
  db: Db,
  who: Who,
  permission?: Permission,
): Promise<{ name: string; role: AccountRole }[]> => {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name', 'role', 'extra_permissions', 'company_id'])
    .where('disabled_at', 'is', null)
    .where('role', 'is not', null)
    .where((eb) => eb.or([eb('role', '=', 'administrator'), ofCompany('account.company_id', who.companyId)]))
    .orderBy('name')
    .execute()
  const able = rows.filter(({ id, role, extra_permissions }) => {
    const held = heldPermissions(role, extra_permissions)
    const covers = permission === undefined || permits(held, permission)
    return id !== who.accountId && covers && permits(held, 'company:people:manage')
  })
  const own = able.filter(({ company_id }) => sameCompany(company_id, who.companyId))
  const found = own.length > 0 ? own : able
  return found.slice(0, GRANTERS_SHOWN).flatMap(({ name, role }) => (role === null ? [] : [{ name, role }]))
}
