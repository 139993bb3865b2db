import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockVisibleAccount } from './account-store.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustReach } from './managing.ts'
import { forgiveAccount } from './guesses.ts'
import { replacePassword } from './replace-password.ts'
import type { Caller } from './who.ts'

/**
 * Gives another person a new password in place of one that is forgotten. All their sessions end, and what wrong guesses
 * have brought about is lifted. Whoever knows a password can do what its owner may: nobody sets that of somebody who
 * holds more, and their own is changed with the present one alone.
 * @throws Refusal `not_found`, `forbidden`, `wrong_state` (a disabled account is enabled first)
 */
export const setPassword = async (
  call: Caller & { context: Context },
  accountId: string,
  password: string,
): Promise<void> => {
  const { db, passwords, accountChanged } = call.context
  const { who } = call
  const password_hash = await passwords.hash(password)
  const key = await transact(db, async (tx) => {
    const account = await lockVisibleAccount(tx, who, accountId)
    if (!account) throw new Refusal('not_found')
    if (accountId === who.accountId) throw new Refusal('forbidden', { why: 'own_password' })
    mustReach(who.permissions, account.role, account.extra_permissions)
    if (account.disabled_at !== null) throw new Refusal('wrong_state')
    await replacePassword(tx, accountId, password_hash)
    await recordDone(tx, call, {
      action: 'account.set-password',
      objectKind: 'account',
      objectId: accountId,
    })
    return account.account_key
  })
  await forgiveAccount(db, { id: accountId, key })
  accountChanged.tell(accountId)
}
