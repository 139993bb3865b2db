import { accountKey } from '#domain/accounts/account-key.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountOfKey, rehashPassword } from './account-store.ts'
import { auditOf, record } from '../../platform/audit/audit.ts'
import { deviceOf, withDevice } from './device-cookie.ts'
import { addressKey, chargeGuess, forgive, isStopped } from './guesses.ts'
import { endLetIn, isLetIn, splitName } from './let-in.ts'
import { endSession, openSession } from './session-store.ts'
import type { Who } from './who.ts'
import type { GuessKey } from './guess-store.ts'

export type SignInCall = {
  context: Context
  now: number
  ip: string
  browser: string
  /** What the browser keeps of having signed in before. */
  device: string | null
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
): Promise<{ token: string; accountId: string; device: string }> => {
  const { db, passwords } = call.context
  const { account, code } = splitName(typed.account)
  const key = accountKey(account)
  const counted = await chargeSignIn(call, key, code)
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
  await forgive(db, [...counted, { kind: 'account', of: key }])
  if (code !== null) await endLetIn(db, key)
  if (passwords.outdated(usable.password_hash)) {
    await rehashPassword(db, usable.id, usable.password_hash, await passwords.hash(typed.password))
  }
  if (call.who !== null) await endSession(db, call.who.accountId, call.who.sessionId)
  const { token } = await openSession(db, call.now, { accountId: usable.id, browser: call.browser })
  await record(db, { ...entry, accountId: usable.id, companyId: usable.company_id, result: 'done' })
  return { token, accountId: usable.id, device: await withDevice(db, call.now, key, call.device) }
}

/**
 * A browser that has signed in before is counted by itself, and so is whoever the machine lets in: strangers who guess
 * keep neither out. Everybody else is counted with all others, at the account and at their address.
 */
const chargeSignIn = async (
  { context: { db }, now, ip, device: cookie }: SignInCall,
  key: string,
  code: string | null,
): Promise<GuessKey[]> => {
  const device = await deviceOf(db, now, key, cookie)
  const isIn = code !== null && (await isLetIn(db, now, key, code))
  const own: GuessKey[] = isIn
    ? [{ kind: 'code', of: `let-in ${key}` }]
    : device !== null
      ? [{ kind: 'device', of: `${key} ${device}` }]
      : []
  if (own.length > 0 && !(await isStopped(db, own))) {
    await chargeGuess(db, now, own)
    return own
  }
  const counted: GuessKey[] = [
    { kind: 'account', of: key },
    { kind: 'address', of: addressKey(ip) },
  ]
  await chargeGuess(db, now, counted)
  return counted
}
