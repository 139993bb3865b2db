import type { Expression, SqlBool } from 'kysely'
import { expressionBuilder, sql } from 'kysely'
import { sharedWith } from './find-shares.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Who } from './who.ts'

/** Who somebody is, as far as it decides what they see. */
export type Scope = Pick<Who, 'accountId' | 'role' | 'companyId'> & Partial<Pick<Who, 'managedStations'>>

/** The same question as `sameCompany`, asked of a column: who has no company shares nothing with rows that have none. */
export const ofCompany = (column: string, companyId: string | null): Expression<SqlBool> =>
  companyId === null ? sql<SqlBool>`false` : sql<SqlBool>`${sql.ref(column)} = ${companyId}`

/** Whose work is the installation's own. */
export const EVERYBODY: Scope = { accountId: '', role: 'administrator', companyId: null }

/** Every station in force is in their sight. */
export const seesAll = ({ role }: Scope): boolean => role === 'administrator'

/**
 * The one place of tenancy: a condition on the table `station` (under that name) that holds for the stations this
 * person may see at `now`. Use it in every statement that touches a station or anything that belongs to one:
 * join `station` and add `.where(visibleStations(who, now))`.
 */
export const visibleStations = (who: Scope, now: number): Expression<SqlBool> => {
  const eb = expressionBuilder<Tables, 'station'>()
  if (who.role === null) return sql<SqlBool>`false`
  const alive = eb('station.deleted_at', 'is', null)
  if (who.role === 'administrator') return alive
  const shared = sharedWith(who.accountId, now)
  if (who.role === 'owner')
    return eb.and([alive, eb.or([eb('station.owner_account_id', '=', who.accountId), shared])])
  return eb.and([alive, eb.or([ofCompany('station.company_id', who.companyId), shared])])
}

/** A condition on the table `station`; `all`: it holds for every station in force. */
export type Sight = { scope: Expression<SqlBool>; all: boolean }

export const sightOf = (who: Scope, now: number): Sight => ({
  scope: visibleStations(who, now),
  all: seesAll(who),
})

/** Those of them that this person may also change, given the permission: see `manages`. */
export const managedStations = (who: Scope, now: number): Expression<SqlBool> => {
  if (who.role === null || who.role === 'administrator') return visibleStations(who, now)
  const eb = expressionBuilder<Tables, 'station'>()
  return eb.and([
    visibleStations(who, now),
    eb.or([
      who.role === 'owner'
        ? eb('station.owner_account_id', '=', who.accountId)
        : ofCompany('station.company_id', who.companyId),
      sql<SqlBool>`station.id = ANY(${[...(who.managedStations ?? [])]}::uuid[])`,
    ]),
  ])
}

/** Those that may be read: for an administrator the deleted ones too. Never for a change. */
export const readableStations = (who: Scope, now: number): Expression<SqlBool> =>
  who.role === 'administrator' ? sql<SqlBool>`true` : visibleStations(who, now)

/** An administrator's deleted stations; nobody else has any. */
export const deletedStations = (who: Scope): Expression<SqlBool> =>
  who.role === 'administrator'
    ? expressionBuilder<Tables, 'station'>()('station.deleted_at', 'is not', null)
    : sql<SqlBool>`false`

/** The same for the table `company`: everything for an administrator, else the own one. */
export const visibleCompanies = (who: Scope): Expression<SqlBool> => {
  if (who.role === 'administrator') return sql<SqlBool>`true`
  return who.role === null ? sql<SqlBool>`false` : ofCompany('company.id', who.companyId)
}

/** The same for the table `account`: everybody for an administrator, else the people of the own company. */
export const visibleAccounts = (who: Scope): Expression<SqlBool> => {
  if (who.role === 'administrator') return sql<SqlBool>`true`
  return who.role === null ? sql<SqlBool>`false` : ofCompany('account.company_id', who.companyId)
}
