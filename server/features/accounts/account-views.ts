import { heldPermissions } from '#domain/accounts/granting.ts'
import type { Db } from '../../platform/db/handle.ts'
import { accountWithCompany, lookOnlyOf, type AccountWithCompany } from './account-store.ts'

const companyOf = (row: AccountWithCompany) =>
  row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' }

/** Somebody as they see themselves. */
export const personOf = async (db: Db, accountId: string) => {
  const row = await accountWithCompany(db, accountId)
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    roles: row.role === null ? [] : [row.role],
    permissions: heldPermissions(row.role, row.extra_permissions),
    company: companyOf(row),
    language: row.language,
    lookOnly: await lookOnlyOf(db, row),
  }
}

/** Somebody as those see them who manage people. */
export const presentAccount = (row: AccountWithCompany) => ({
  id: row.id,
  account: row.account,
  name: row.name,
  role: row.role,
  extraPermissions: row.extra_permissions,
  company: companyOf(row),
  disabledAt: row.disabled_at,
  createdAt: row.created_at,
  version: row.version,
})
