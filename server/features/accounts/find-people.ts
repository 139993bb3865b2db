import type { Expression, SqlBool } from 'kysely'
import { expressionBuilder } from 'kysely'
import { heldPermissions } from '#domain/accounts/granting.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { sharedWithAccount } from './find-shares.ts'

/** A condition on `account` and `station`: it is their own, as the company's people or its owner. */
const isOwn = (): Expression<SqlBool> => {
  const eb = expressionBuilder<Tables, 'station' | 'account'>()
  return eb.or([
    eb('account.id', '=', eb.ref('station.owner_account_id')),
    eb.and([eb('account.role', '<>', 'owner'), eb('account.company_id', '=', eb.ref('station.company_id'))]),
  ])
}

/**
 * The inverse of `visibleStations`, as a condition on `account` and `station`: who belongs to a station and may sign in.
 * Its company's people, its owner, those it is shared with at `now`; administrators of other companies see it and do not
 * belong to it.
 */
export const belongsTo = (now: number): Expression<SqlBool> => {
  const eb = expressionBuilder<Tables, 'station' | 'account'>()
  return eb.and([
    eb('account.disabled_at', 'is', null),
    eb('account.role', 'is not', null),
    eb.or([isOwn(), sharedWithAccount(now)]),
  ])
}

export type Person = {
  id: string
  permissions: readonly string[]
  /** Of the station's company, or its owner: not somebody it is shared with. */
  isOwn: boolean
}

/** Those who belong to a station that is not deleted. */
export const peopleOf = async (db: Db, stationId: string, now: number): Promise<Person[]> => {
  const rows = await db
    .selectFrom('account')
    .innerJoin('station', (join) => join.on('station.id', '=', stationId))
    .select((eb) => ['account.id', 'account.role', 'account.extra_permissions', eb.and([isOwn()]).as('own')])
    .where('station.deleted_at', 'is', null)
    .where(belongsTo(now))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    permissions: heldPermissions(row.role, row.extra_permissions),
    isOwn: row.own === true,
  }))
}
