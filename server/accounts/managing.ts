import { refuse } from '../refusal.ts'
import type { Scope } from './scope.ts'

/**
 * Whose stations somebody may change, given the permission: those of the own company, or owned by oneself. A station
 * that is only shared with them can be seen, not changed.
 * @throws Refusal `forbidden`
 */
export const mustManage = (
  who: Scope,
  station: { company_id: string; owner_account_id: string | null },
): void => {
  const own =
    who.role === 'administrator' ||
    (who.role === 'owner'
      ? station.owner_account_id === who.accountId
      : who.companyId !== null && station.company_id === who.companyId)
  if (!own) refuse('forbidden')
}
