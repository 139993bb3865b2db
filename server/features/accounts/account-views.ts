import { heldPermissions } from '#domain/accounts/granting.ts'
import type { Db } from '../../platform/db/handle.ts'
import { accountWithCompany, lookOnlyOf, type AccountWithCompany } from './account-store.ts'
import type { Who } from './who.ts'

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

/** Who asks, as they see themselves; a screen on a wall is nobody by name, and holds what it may do alone. */
export const personAsking = async (db: Db, who: Who) => {
  const person = await personOf(db, who.accountId)
  return who.look === undefined
    ? person
    : {
        ...person,
        account: '',
        name: who.look.name,
        permissions: [...who.permissions],
        lookOnly: [],
        look: true as const,
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
