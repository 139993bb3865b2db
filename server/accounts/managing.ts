import { refuse } from '../refusal.ts'
import type { Scope } from './scope.ts'

type Managed = { company_id: string; owner_account_id: string | null }

/** Whether a station is somebody's own: of their company, or owned by themselves. One that is only shared is not. */
export const manages = (who: Scope, station: Managed): boolean => {
  if (who.role === 'administrator') return true
  if (who.role === 'owner') return station.owner_account_id === who.accountId
  return who.companyId !== null && station.company_id === who.companyId
}

/**
 * Whose stations somebody may change, given the permission: those of the own company, or owned by oneself. A station
 * that is only shared with them can be seen, not changed.
 * @throws Refusal `forbidden`
 */
export const mustManage = (who: Scope, station: Managed): void => {
  if (!manages(who, station)) refuse('forbidden')
}
