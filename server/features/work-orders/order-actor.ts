import { permits, wildcard, type Permission } from '#domain/accounts/permissions.ts'
import type { Who } from '../accounts/who.ts'
import { manages } from '../accounts/managing.ts'
import type { RefusalDetail } from '../../platform/refusal.ts'

const ofTheOwn: readonly string[] = ['om:order:dispatch', 'om:order:review', 'om:order:discard', wildcard]

export type Actor = { accountId: string; permissions: readonly string[] }

/**
 * Who somebody is to the orders of a station. Where it is only shared with them they can make orders and handle those
 * they are given; who gives them out, reviews and throws away are the station's own people.
 */
export const actorAt = (
  who: Who,
  at: { station_id: string; company_id: string; owner_account_id: string | null },
): Actor => {
  const station = { id: at.station_id, company_id: at.company_id, owner_account_id: at.owner_account_id }
  return {
    accountId: who.accountId,
    permissions: manages(who, station)
      ? who.permissions
      : who.permissions.filter((one) => !ofTheOwn.includes(one)),
  }
}

/** Why somebody may not do what a permission is for: they lack it, or hold it and the station is only shared with them. */
export const lackOf = (who: Who, permission: Permission): Pick<RefusalDetail, 'needs' | 'why'> =>
  permits(who.permissions, permission) ? { why: 'look_only' } : { needs: permission }
