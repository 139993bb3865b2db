import { accountKey } from '#domain/accounts/account-key.ts'
import type { Kitchen } from '../kitchen.ts'
import { Refusal } from '../refusal.ts'
import { accountOfKey, rehashPassword } from './account-store.ts'
import { auditOf, record } from './audit.ts'
import { addressKey, chargeGuess, forgive, type GuessKey } from './guesses.ts'
import { endSession, openSession } from './sessions.ts'
import type { Who } from './who.ts'

export type SignInCall = {
  kitchen: Kitchen
  now: number
  ip: string
  browser: string
  requestId: string
  /** Who the browser was before; that session ends. */
  who: Who | null
}

/**
 * Opens a session for whoever knows the password. An unknown account, a disabled one and a wrong password take the same
 * statements and one hash computation, and give the same answer.
 * @throws Refusal `wrong_credentials`, `too_many_attempts`
 */
export const signIn = async (
  call: SignInCall,
  typed: { account: string; password: string },
): Promise<{ token: string; accountId: string }> => {
  const { db, passwords } = call.kitchen
  const key = accountKey(typed.account)
  const counted: GuessKey[] = [
    { kind: 'account', of: key },
    { kind: 'address', of: addressKey(call.ip) },
  ]
  await chargeGuess(db, call.now, counted)
  const found = await accountOfKey(db, key)
  const usable = found !== undefined && found.disabled_at === null ? found : null
  const proven = await passwords.verify(usable?.password_hash ?? null, typed.password)
  const entry = { ...auditOf(call), action: 'session.sign-in' }
  if (usable === null || !proven) {
    await record(db, {
      ...entry,
      accountId: found?.id ?? null,
      companyId: found?.company_id ?? null,
      result: 'wrong_credentials',
    })
    throw new Refusal('wrong_credentials')
  }
  await forgive(db, counted)
  if (passwords.outdated(usable.password_hash)) {
    await rehashPassword(db, usable.id, usable.password_hash, await passwords.hash(typed.password))
  }
  if (call.who !== null) await endSession(db, call.who.accountId, call.who.sessionId)
  const { token } = await openSession(db, call.now, { accountId: usable.id, browser: call.browser })
  await record(db, { ...entry, accountId: usable.id, companyId: usable.company_id, result: 'done' })
  return { token, accountId: usable.id }
}
