import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountOfId, updateAccount } from './account-store.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { chargeGuess, forgive } from './guesses.ts'
import { endSessions, openSession } from './session-store.ts'
import type { Caller } from './who.ts'
import type { GuessKey } from './guess-store.ts'

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
  const proof: GuessKey = { kind: 'proof', of: accountId }
  await chargeGuess(db, call.now, [proof])
  const account = await accountOfId(db, accountId)
  if (!account || !(await passwords.verify(account.password_hash, given.present))) {
    throw new Refusal('wrong_credentials', { field: 'present' })
  }
  const password_hash = await passwords.hash(given.next)
  const token = await transact(db, async (tx) => {
    await updateAccount(tx, accountId, { password_hash })
    await endSessions(tx, accountId)
    await recordDone(tx, call, {
      action: 'account.change-password',
      objectKind: 'account',
      objectId: accountId,
    })
    return (await openSession(tx, call.now, { accountId, browser: call.browser })).token
  })
  await forgive(db, [proof, { kind: 'account', of: account.account_key }])
  accountChanged.tell(accountId)
  return token
}
