import { createHash, randomBytes } from 'node:crypto'
import { LOOK_LINKS_MAX, LOOK_SCREENS_MAX, type lookDays } from '#domain/accounts/look-links.ts'
import type { Context } from '../../context.ts'
import { auditOf, record, recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { addressKey, chargeGuess, giveBack } from './guesses.ts'
import type { GuessKey } from './guess-store.ts'
import {
  countLooks,
  deleteLook,
  endOldLooks,
  insertLook,
  livingLook,
  lookOf,
  noteLook,
  renewToken,
  type ShownLook,
} from './look-store.ts'
import { endSession, openSession } from './session-store.ts'
import type { SignInCall } from './sign-in.ts'
import type { Caller } from './who.ts'

const DAY_MS = 86_400_000
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Makes a link that shows what the caller sees, as who they are now. Its token is given back and kept nowhere; asked
 * again under the same id, since the answer to the commit was lost, it gets another token in place of the lost one.
 * @throws Refusal `look_links_full`
 */
export const makeLook = async (
  call: Caller & { context: Context },
  given: { id: string; name: string; days: (typeof lookDays)[number] },
): Promise<{ link: ShownLook; token: string }> => {
  const { who, now } = call
  const role = who.role ?? refuse('forbidden')
  const { id } = given
  const token = randomBytes(32).toString('base64url')
  const link = await transact(call.context.db, async (tx) => {
    if (await renewToken(tx, { id, hash: hashOf(token), who, now })) return lookOf(tx, id, now)
    if ((await countLooks(tx, who, now)) >= LOOK_LINKS_MAX) refuse('look_links_full')
    await insertLook(tx, {
      id,
      token_hash: hashOf(token),
      name: given.name,
      account_id: who.accountId,
      role,
      company_id: who.companyId,
      created_at: new Date(now),
      expires_at: new Date(now + Number(given.days) * DAY_MS),
      last_used_at: null,
    })
    await recordDone(tx, call, { action: 'look-link.create', objectKind: 'look_link', objectId: id })
    return lookOf(tx, id, now)
  })
  return { link: link ?? refuse('not_found'), token }
}

/**
 * Takes a link away; every screen that shows it ends at once.
 * @throws Refusal `not_found`
 */
export const endLook = async (call: Caller & { context: Context }, linkId: string): Promise<void> => {
  const accountId = await transact(call.context.db, async (tx) => {
    const of = (await deleteLook(tx, linkId, call.who)) ?? refuse('not_found')
    await recordDone(tx, call, { action: 'look-link.end', objectKind: 'look_link', objectId: linkId })
    return of
  })
  call.context.accountChanged.tell(accountId)
}

/**
 * Signs a screen in with the token of a link; whoever was signed in there before is not any more. Guesses count at
 * the address, with those at the sign-in. Unknown, expired and revoked tokens give one answer.
 * @throws Refusal `wrong_code`, `too_many_attempts`
 */
export const openLook = async (
  call: SignInCall,
  token: string,
): Promise<{ token: string; sessionId: string; lastsMs: number }> => {
  const { db } = call.context
  const address: GuessKey = { kind: 'address', of: addressKey(call.ip) }
  await chargeGuess(db, call.now, [address])
  const opened = await transact(db, async (tx) => {
    const link = await livingLook(tx, hashOf(token), call.now)
    if (!link) return null
    if (call.who !== null) await endSession(tx, call.who.accountId, call.who.sessionId)
    await endOldLooks(tx, link.id, LOOK_SCREENS_MAX - 1)
    const session = await openSession(tx, call.now, {
      accountId: link.account_id,
      browser: call.browser,
      look: { linkId: link.id, expiresAt: link.expires_at },
    })
    await noteLook(tx, link.id, call.now)
    return { ...session, link }
  })
  const entry = { ...auditOf(call), action: 'session.look' }
  if (opened === null) {
    await record(db, { ...entry, accountId: null, companyId: null, result: 'wrong_code' })
    throw new Refusal('wrong_code')
  }
  await giveBack(db, address)
  const { link } = opened
  await record(db, { ...entry, accountId: link.account_id, companyId: link.company_id, result: 'done' })
  return { token: opened.token, sessionId: opened.sessionId, lastsMs: link.expires_at - call.now }
}
