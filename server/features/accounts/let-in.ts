import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountKey } from '#domain/accounts/account-key.ts'
import type { Db } from '../../platform/db/handle.ts'
import { transact } from '../../platform/db/open.ts'
import { accountOfKey } from './account-store.ts'
import { record } from '../../platform/audit/audit.ts'
import { putValue, valueOf, dropValue } from './installation-store.ts'
import { forgiveAccount } from './guesses.ts'
import { replacePassword } from './replace-password.ts'

/** How long the way in stays open, ms. */
export const LET_IN_MS = 15 * 60_000
/** No name of an account has it, so that what stands behind it is a code. */
const MARK = '+'
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const rowOf = (key: string): string => `let_in ${createHash('sha256').update(key).digest('base64url')}`
const hashOf = (code: string): Buffer =>
  createHash('sha256').update(code.toUpperCase().replaceAll('-', '').trim()).digest()

/**
 * On the machine: lifts what wrong guesses have brought about for an account, and gives what is typed in place of its
 * name for a quarter of an hour, with the password as always, so that strangers who go on guessing are not in the way.
 * null: there is no such account, or it is disabled.
 */
export const letIn = async (db: Db, now: number, account: string): Promise<string | null> => {
  const found = await accountOfKey(db, accountKey(account))
  if (!found || found.disabled_at !== null) return null
  const code = [...randomBytes(10)].map((byte) => alphabet[byte % 32]).join('')
  const value = JSON.stringify({ sha256: hashOf(code).toString('hex'), until: now + LET_IN_MS })
  await putValue(db, rowOf(found.account_key), value)
  await forgiveAccount(db, { id: found.id, key: found.account_key })
  await record(db, {
    at: now,
    action: 'account.let-in',
    objectKind: 'account',
    objectId: found.id,
    result: 'done',
  })
  return `${found.account}${MARK}${code.slice(0, 5)}-${code.slice(5)}`
}

/**
 * On the machine: a new password for whoever has forgotten theirs and finds nobody who could give them one. All their
 * sessions end. False: there is no such account, or it is disabled.
 */
export const renewPassword = async (
  db: Db,
  now: number,
  account: string,
  passwordHash: string,
): Promise<boolean> => {
  const found = await accountOfKey(db, accountKey(account))
  if (!found || found.disabled_at !== null) return false
  await transact(db, async (tx) => {
    await replacePassword(tx, found.id, passwordHash)
    await record(tx, {
      at: now,
      action: 'account.set-password',
      objectKind: 'account',
      objectId: found.id,
      result: 'done',
    })
  })
  return true
}

/** What was typed as the name, and the code behind it when there is one. */
export const splitName = (typed: string): { account: string; code: string | null } => {
  const at = typed.lastIndexOf(MARK)
  return at < 0 ? { account: typed, code: null } : { account: typed.slice(0, at), code: typed.slice(at + 1) }
}

/** Whether the machine has let this account in with this code, and it is not over. */
export const isLetIn = async (db: Db, now: number, key: string, code: string): Promise<boolean> => {
  const kept = (await valueOf(db, rowOf(key))) as { sha256?: string; until?: number } | undefined
  return (
    kept?.sha256 !== undefined &&
    (kept.until ?? 0) > now &&
    timingSafeEqual(Buffer.from(kept.sha256, 'hex'), hashOf(code))
  )
}

/** The code works once. */
export const endLetIn = async (db: Db, key: string): Promise<void> => {
  await dropValue(db, rowOf(key))
}
