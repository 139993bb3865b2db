import type { AccountRole } from '#domain/accounts/permissions.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  accountWithCompany,
  lockActiveAdministrators,
  lockVisibleAccount,
  updateAccount,
} from './account-store.ts'
import { presentAccount } from './account-views.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { forgive } from './guesses.ts'
import { endSessions } from './session-store.ts'
import { mustReach } from './managing.ts'
import type { Caller } from './who.ts'

export type AccountChange = {
  role?: AccountRole | undefined
  extraPermissions?: string[] | undefined
  disabled?: boolean | undefined
}

/**
 * Changes what another person may do. It holds from their next request on and for their open streams at once.
 * Nobody changes their own rights, those of somebody who holds more, or grants what they do not hold.
 * @throws Refusal `not_found`, `forbidden`, `version_stale`, `wrong_state`
 */
export const changeAccount = async (
  call: Caller & { context: Context; ifMatch: number },
  accountId: string,
  change: AccountChange,
): Promise<void> => {
  const { db, accountChanged } = call.context
  const { who } = call
  const key = await transact(db, async (tx) => {
    const administrators = await lockActiveAdministrators(tx)
    const account = await lockVisibleAccount(tx, who, accountId)
    if (!account) throw new Refusal('not_found')
    const role = change.role ?? account.role
    const extra = change.extraPermissions ?? account.extra_permissions
    const disabled = change.disabled ?? account.disabled_at !== null
    if (accountId === who.accountId) throw new Refusal('forbidden', { why: 'oneself' })
    mustReach(who.permissions, account.role, account.extra_permissions)
    mustReach(who.permissions, role, extra)
    if (account.version !== call.ifMatch) {
      throw new Refusal('version_stale', { current: presentAccount(await accountWithCompany(tx, accountId)) })
    }
    const staysAdministrator = role === 'administrator' && !disabled
    const isLast = administrators.length === 1 && administrators[0] === accountId
    const homeless = (role === 'installer' || role === 'maintainer') && account.company_id === null
    if ((isLast && !staysAdministrator) || homeless) throw new Refusal('wrong_state')

    await updateAccount(tx, accountId, {
      role,
      extra_permissions: extra,
      disabled_at: disabled ? new Date(account.disabled_at ?? call.now) : null,
    })
    if (disabled) await endSessions(tx, accountId)
    await recordDone(tx, call, {
      action: 'account.change',
      objectKind: 'account',
      objectId: accountId,
      detail: {
        from: {
          role: account.role,
          extra: account.extra_permissions,
          disabled: account.disabled_at !== null,
        },
        to: { role, extra, disabled },
      },
    })
    return account.account_key
  })
  // Letting somebody in (again) also lifts what wrong guesses have brought about.
  if (change.disabled === false) await forgive(db, [{ kind: 'account', of: key }])
  accountChanged.tell(accountId)
}
