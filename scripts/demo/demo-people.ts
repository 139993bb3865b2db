import { randomBytes, randomUUID } from 'node:crypto'
import { type AccountRole, rolePermissions } from '#domain/accounts/permissions.ts'
import { accountOfKey } from '#server/features/accounts/account-store.ts'
import { createAccount } from '#server/features/accounts/create-account.ts'
import { createCompany } from '#server/features/accounts/create-company.ts'
import { ensureSetupCode, setUp } from '#server/features/accounts/set-up.ts'
import { whoHolds } from '#server/features/accounts/session-store.ts'
import type { Who } from '#server/features/accounts/who.ts'
import type { Context } from '#server/context.ts'

export type DemoAccount = { role: AccountRole; account: string; password: string }

export type DemoPeople = {
  accounts: DemoAccount[]
  administrator: Who
  ownerId: string
  /** Installer and maintainer work for this one. */
  companyId: string
  otherCompanyId: string
}

/** Three words' worth of chance that a person can type on a phone: 18 letters and digits in groups. */
const password = (): string => {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return [...randomBytes(18)]
    .map((byte, index) => `${index > 0 && index % 6 === 0 ? '-' : ''}${letters[byte % letters.length]}`)
    .join('')
}

/** Companies and the four accounts, through the operations that real people use. */
export const createDemoPeople = async (context: Context, setupCode: string | null): Promise<DemoPeople> => {
  const now = context.clock()
  const call = { context, now, ip: '127.0.0.1', browser: 'demonstration', requestId: randomUUID() }
  const code = setupCode ?? (await ensureSetupCode(context.db, now))
  if (code === null) throw new Error('the demonstration world needs an empty installation')
  const accounts: DemoAccount[] = (['owner', 'installer', 'maintainer', 'administrator'] as const).map(
    (role) => ({
      role,
      account: role,
      password: password(),
    }),
  )
  const passwordOf = (role: AccountRole) => accounts.find((one) => one.role === role)?.password ?? ''

  const { token } = await setUp(
    { ...call, device: null, who: null },
    {
      code,
      account: 'administrator',
      name: '许明远',
      password: passwordOf('administrator'),
      company: '晨曦新能源',
    },
  )
  const administrator = await whoHolds(context.db, now, token)
  if (administrator?.companyId === null || administrator === null)
    throw new Error('no administrator was made')
  const companyId = administrator.companyId
  const byAdministrator = { ...call, who: administrator }
  const other = await createCompany(byAdministrator, { id: randomUUID(), name: 'Meridian Solar Partners' })

  const ownerId = randomUUID()
  const people = [
    { id: ownerId, role: 'owner', name: '顾文澜', companyId: null },
    { id: randomUUID(), role: 'installer', name: '李承宇', companyId },
    { id: randomUUID(), role: 'maintainer', name: '周维明', companyId },
  ] as const
  for (const { role, ...person } of people) {
    await createAccount(byAdministrator, { ...person, role, account: role, password: passwordOf(role) })
  }
  return { accounts, administrator, ownerId, companyId, otherCompanyId: other.id }
}

/** Somebody of the demonstration as the server's own operations know them: their account is called as their role. */
export const whoIs = async (context: Context, role: AccountRole): Promise<Who> => {
  const account = await accountOfKey(context.db, role)
  if (!account) throw new Error(`there is no ${role}`)
  return {
    accountId: account.id,
    name: account.name,
    role,
    permissions: rolePermissions[role],
    companyId: account.company_id,
    managedStations: [],
    sessionId: account.id,
    provenAt: 0,
  }
}
