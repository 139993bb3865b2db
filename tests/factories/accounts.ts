import { randomUUID } from 'node:crypto'
import type { accountRoutes } from '#contract/http/accounts.ts'
import { accountKey } from '#domain/accounts/account-key.ts'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import { insertAccount, insertCompany, updateAccount } from '#server/features/accounts/account-store.ts'
import { openSession } from '#server/features/accounts/session-store.ts'
import type { Db } from '#server/platform/db/handle.ts'
import type { FactoryFile, Ids } from './objects.ts'

/** The password of every account that `makeAccount` makes. */
export const testPassword = 'violet-anchor-93-tulip'

let made = 0

export const makeCompany = async (db: Db, now: number, name = `Company ${(made += 1)}`): Promise<string> => {
  const id = randomUUID()
  await insertCompany(db, now, { id, name })
  return id
}

export type MadeAccount = { id: string; account: string }

export const makeAccount = async (
  db: Db,
  now: number,
  given: {
    role: AccountRole | null
    companyId: string | null
    passwordHash: string
    account?: string
    extra?: readonly string[]
  },
): Promise<MadeAccount> => {
  const id = randomUUID()
  const account = given.account ?? `person-${(made += 1)}`
  await insertAccount(db, now, {
    id,
    account,
    key: accountKey(account),
    name: `Name of ${account}`,
    passwordHash: given.passwordHash,
    role: given.role,
    companyId: given.companyId,
  })
  if (given.extra) {
    await updateAccount(db, id, { extra_permissions: [...given.extra] })
    await db.updateTable('account').set({ version: 1 }).where('id', '=', id).execute()
  }
  return { id, account }
}

/** An owner elsewhere, by a name that bodies can say: whom stations are shared with. */
export const sharee = 'shared-with-somebody'
export const ensureSharee = async (app: {
  db: Db
  now: () => number
  passwordHash: string
}): Promise<void> => {
  const found = await app.db
    .selectFrom('account')
    .select('id')
    .where('account', '=', sharee)
    .executeTakeFirst()
  const given = { role: 'owner', companyId: null, passwordHash: app.passwordHash, account: sharee } as const
  if (!found) await makeAccount(app.db, app.now(), given)
}

export const objects: NonNullable<FactoryFile['objects']> = {
  company: async (_app, caller) => caller.companyId ?? '',
  account: async (app, caller) =>
    (
      await makeAccount(app.db, app.now(), {
        role: 'maintainer',
        companyId: caller.companyId,
        passwordHash: app.passwordHash,
      })
    ).id,
  session: async (app, caller) =>
    (await openSession(app.db, app.now(), { accountId: caller.accountId, browser: 'another browser' }))
      .sessionId,
}

export const bodies = {
  'POST /api/session': () => ({ account: 'nobody-knows', password: 'a wrong password for all' }),
  'POST /api/session/confirm': () => ({ password: testPassword }),
  'POST /api/setup': () => ({
    code: '00000-00000-00000-00000',
    account: 'first-one',
    name: 'First',
    password: testPassword,
    company: 'First company',
  }),
  'PUT /api/me': () => ({ name: 'Other name' }),
  'PUT /api/me/password': () => ({ present: testPassword, next: 'another-violet-anchor-94' }),
  'POST /api/companies': () => ({ id: randomUUID(), name: 'New company' }),
  'POST /api/accounts': (ids: Ids) => ({
    id: randomUUID(),
    account: `added-${(made += 1)}`,
    name: 'Added',
    password: testPassword,
    role: 'maintainer',
    companyId: ids['body.companyId'] ?? null,
  }),
  'PUT /api/accounts/{accountId}': () => ({ disabled: true }),
  'PUT /api/accounts/{accountId}/password': () => ({ password: 'another-violet-anchor-94' }),
} satisfies {
  [
    Key in keyof typeof accountRoutes as (typeof accountRoutes)[Key] extends { body: unknown } ? Key : never
  ]: (ids: Ids) => unknown
}
