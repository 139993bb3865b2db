import { createHash, randomBytes } from 'node:crypto'
import { transact } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/handle.ts'
import { Refusal } from '../../platform/refusal.ts'
import { auditOf, record } from '../../platform/audit/audit.ts'
import { addressKey, chargeGuess } from './guesses.ts'
import { endSession, openSession } from './session-store.ts'
import type { SignInCall } from './sign-in.ts'
import type { Who } from './who.ts'
import { insertCode, takeCode, holderOf } from './session-code-store.ts'

/** A code is for the page that is being opened now. */
export const CODE_LIFE_MS = 60_000

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** A code that signs in as `who`, once, within `CODE_LIFE_MS`; gone with the session that asked for it. */
export const makeSessionCode = async (
  db: Db,
  now: number,
  who: Who,
): Promise<{ code: string; expiresAt: number }> => {
  const code = randomBytes(32).toString('base64url')
  const expiresAt = now + CODE_LIFE_MS
  await insertCode(db, {
    code_hash: hashOf(code),
    session_id: who.sessionId,
    expires_at: new Date(expiresAt),
  })
  return { code, expiresAt }
}

/**
 * Opens a session for whoever brings an unused code. It is as old as the one that asked for the code where a password
 * is wanted again: a code proves no password. Unknown, used and expired codes give one answer.
 * @throws Refusal `wrong_code`, `too_many_attempts`
 */
export const exchangeCode = async (
  call: SignInCall,
  code: string,
): Promise<{ token: string; accountId: string }> => {
  const { db } = call.context
  const opened = await transact(db, async (tx) => {
    const used = await takeCode(tx, hashOf(code), call.now)
    if (!used) return null
    const of = await holderOf(tx, used.session_id)
    if (!of) return null
    if (call.who !== null) await endSession(tx, call.who.accountId, call.who.sessionId)
    const session = { accountId: of.id, browser: call.browser, provenAt: of.proven_at }
    const { token } = await openSession(tx, call.now, session)
    return { token, accountId: of.id, companyId: of.company_id }
  })
  const entry = { ...auditOf(call), action: 'session.hand-over' }
  if (opened === null) {
    // Only wrong codes are counted: the right one has 256 random bits, and strangers at its address must not hold it up.
    await chargeGuess(db, call.now, [{ kind: 'code', of: `session ${addressKey(call.ip)}` }])
    await record(db, { ...entry, accountId: null, companyId: null, result: 'wrong_code' })
    throw new Refusal('wrong_code')
  }
  await record(db, { ...entry, accountId: opened.accountId, companyId: opened.companyId, result: 'done' })
  return opened
}
