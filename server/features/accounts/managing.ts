import { missingToGrant } from '#domain/accounts/granting.ts'
import { wildcard, type AccountRole, type Permission } from '#domain/accounts/permissions.ts'
import { sameCompany } from '#domain/accounts/same-company.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Scope } from './scope.ts'

/** A station, or a row of something at one. */
export type Managed = { company_id: string; owner_account_id: string | null } & (
  | { station_id: string }
  | { id: string }
)

/** Whether a station is somebody's own without being shared with them: of their company or owned by themselves. */
const owns = (who: Scope, station: Managed): boolean => {
  if (who.role === 'administrator') return true
  if (who.role === 'owner') return station.owner_account_id === who.accountId
  return sameCompany(station.company_id, who.companyId)
}

/**
 * Whether a station is somebody's own: of their company, owned by themselves, or shared with them to be managed. One
 * that is only shared to be looked at is not.
 */
export const manages = (who: Scope, station: Managed): boolean =>
  who.managedStations?.includes('station_id' in station ? station.station_id : station.id) === true ||
  owns(who, station)

/**
 * Who else sees a station, and until when, is not decided by those whom it is shared with.
 * @throws Refusal `forbidden`
 */
export const mustOwn = (who: Scope, station: Managed): void => {
  if (!owns(who, station)) refuse('forbidden', { why: 'shared_on' })
}

/**
 * Whose stations somebody may change, given the permission. A station that is only shared to be looked at can be
 * seen, not changed.
 * @throws Refusal `forbidden`
 */
export const mustManage = (who: Scope, station: Managed): void => {
  if (!manages(who, station)) refuse('forbidden', { why: 'look_only' })
}

/**
 * Nobody gives, or takes from, somebody what they do not hold themselves.
 * @throws Refusal `forbidden` with the first permission that is missing for it
 */
export const mustReach = (
  held: readonly string[],
  role: AccountRole | null,
  extra: readonly string[],
): void => {
  const missing = missingToGrant(held, role, extra)
  if (missing === wildcard) refuse('forbidden', { why: 'administrators' })
  if (missing !== null) refuse('forbidden', { needs: missing as Permission })
}
