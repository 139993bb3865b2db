import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountOfId } from './account-store.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { chargeGuess, forgiveAccount } from './guesses.ts'
import { replacePassword } from './replace-password.ts'
import { openSession } from './session-store.ts'
import type { Caller } from './who.ts'

/**
 * Sets a new password for the caller, ends all their sessions and opens a new one for this browser, whose token it
 * returns. Attempts count apart from those at the sign-in, so that strangers cannot keep the owner from this; success
 * lifts what strangers brought about there.
 * @throws Refusal `wrong_credentials`, `too_many_attempts`
 */
export const changePassword = async (
  call: Caller & { context: Context; browser: string },
  given: { present: string; next: string },
): Promise<string> => {
  const { db, passwords, accountChanged } = call.context
  const { accountId } = call.who
  await chargeGuess(db, call.now, [{ kind: 'proof', of: accountId }])
  const account = await accountOfId(db, accountId)
  if (!account || !(await passwords.verify(account.password_hash, given.present))) {
    throw new Refusal('wrong_credentials', { field: 'present' })
  }
  const password_hash = await passwords.hash(given.next)
  const token = await transact(db, async (tx) => {
    await replacePassword(tx, accountId, password_hash)
    await recordDone(tx, call, {
      action: 'account.change-password',
      objectKind: 'account',
      objectId: accountId,
    })
    return (await openSession(tx, call.now, { accountId, browser: call.browser })).token
  })
  await forgiveAccount(db, { id: accountId, key: account.account_key })
  accountChanged.tell(accountId)
  return token
}
