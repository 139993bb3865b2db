import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountOfId } from './account-store.ts'
import { auditOf, record } from '../../platform/audit/audit.ts'
import { chargeGuess, forgive } from './guesses.ts'
import { proveSession } from './session-store.ts'
import type { Caller } from './who.ts'
import type { GuessKey } from './guess-store.ts'

/**
 * Whoever sits before a signed-in browser shows that they know its password: `fresh` routes answer this session again.
 * Attempts count as those at a change of password do, so that strangers at the sign-in cannot use them up.
 * @throws Refusal `wrong_credentials`, `too_many_attempts`
 */
export const confirmPassword = async (
  call: Caller & { context: Context },
  password: string,
): Promise<void> => {
  const { db, passwords } = call.context
  const { accountId, sessionId } = call.who
  const proof: GuessKey = { kind: 'proof', of: accountId }
  await chargeGuess(db, call.now, [proof])
  const account = await accountOfId(db, accountId)
  const proven = account !== undefined && (await passwords.verify(account.password_hash, password))
  const entry = { ...auditOf(call), action: 'session.confirm', objectKind: 'session', objectId: sessionId }
  await record(db, { ...entry, result: proven ? 'done' : 'wrong_credentials' })
  if (!proven) throw new Refusal('wrong_credentials', { field: 'password' })
  await proveSession(db, call.now, sessionId)
  await forgive(db, [proof])
}
