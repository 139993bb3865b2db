import { accountKey } from '#domain/accounts/account-key.ts'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountOfKey, insertAccount, visibleCompany } from './account-store.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustReach } from './managing.ts'
import type { Caller } from './who.ts'

export type NewPerson = {
  id: string
  account: string
  name: string
  password: string
  role: AccountRole
  companyId: string | null
}

/**
 * Adds a person to a company that the caller sees, with a role that gives nothing the caller lacks.
 * @throws Refusal `forbidden`, `not_found` (the company), `required`, `account_taken`
 */
export const createAccount = async (
  call: Caller & { context: Context },
  person: NewPerson,
): Promise<void> => {
  const { db, passwords } = call.context
  const { who } = call
  mustReach(who.permissions, person.role, [])
  if (person.companyId !== null && !(await visibleCompany(db, who, person.companyId)))
    throw new Refusal('not_found')
  // Only somebody who sees all companies can add a person of none, and only one who needs none.
  const needsCompany =
    who.role !== 'administrator' || person.role === 'installer' || person.role === 'maintainer'
  if (person.companyId === null && needsCompany) {
    throw new Refusal('required', {
      field: 'companyId',
      problems: [{ code: 'required', field: 'companyId' }],
    })
  }
  const key = accountKey(person.account)
  if (await accountOfKey(db, key)) throw new Refusal('account_taken', { field: 'account' })
  const passwordHash = await passwords.hash(person.password)
  await transact(db, async (tx) => {
    const added = await insertAccount(tx, call.now, { ...person, key, passwordHash })
    if (!added) {
      if (await accountOfKey(tx, key)) throw new Refusal('account_taken', { field: 'account' })
      throw new Refusal('invalid_input', { field: 'id', problems: [{ code: 'invalid_input', field: 'id' }] })
    }
    await recordDone(tx, call, {
      action: 'account.create',
      objectKind: 'account',
      objectId: person.id,
      detail: { role: person.role, companyId: person.companyId },
    })
  })
}
