import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { accountKey } from '#domain/accounts/account-key.ts'
import { transact } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/handle.ts'
import { Refusal } from '../../platform/refusal.ts'
import { anyAccount, insertAccount, insertCompany } from './account-store.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { addressKey, chargeGuess, forgive } from './guesses.ts'
import { openSession } from './session-store.ts'
import type { SignInCall } from './sign-in.ts'
import type { GuessKey } from './guess-store.ts'
import { dropValue, putValue, lockValue, valueOf } from './installation-store.ts'

const ROW = 'setup_code'
/** Crockford's base 32: no letter looks like a figure. 20 characters are 100 random bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 20

const makeCode = (): string => {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => alphabet[byte % 32])
  return letters.join('').replaceAll(/(.{5})(?=.)/g, '$1-')
}

const hashOf = (code: string): Buffer => {
  const plain = code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest()
}

/**
 * On an installation without any account: a new set-up code, of which only the hash is kept, to be printed once.
 * Null as soon as there is an account. An earlier code that was never used stops working.
 */
export const ensureSetupCode = async (db: Db, now: number): Promise<string | null> => {
  if (await anyAccount(db)) {
    await dropValue(db, ROW)
    return null
  }
  const code = makeCode()
  const value = JSON.stringify({ sha256: hashOf(code).toString('hex'), madeAt: now })
  await putValue(db, ROW, value)
  return code
}

export const setupNeeded = async (db: Db): Promise<boolean> => !(await anyAccount(db))

export type FirstAdministrator = {
  code: string
  account: string
  name: string
  password: string
  company: string
}

/**
 * The first administrator and company, and a session. The code works once.
 * @throws Refusal `already_set_up`, `wrong_setup_code`, `too_many_attempts`
 */
export const setUp = async (
  call: SignInCall,
  given: FirstAdministrator,
): Promise<{ token: string; accountId: string }> => {
  const { db, passwords } = call.context
  if (await anyAccount(db)) throw new Refusal('already_set_up')
  const counted: GuessKey[] = [
    { kind: 'code', of: 'setup' },
    { kind: 'address', of: addressKey(call.ip) },
  ]
  // Asked before the hash is computed, and again under the lock. Only wrong codes are counted: the right one has 100
  // random bits, and strangers who guess must not hold it up.
  if (!(await matches(db, given.code))) {
    await chargeGuess(db, call.now, counted)
    throw new Refusal((await anyAccount(db)) ? 'already_set_up' : 'wrong_setup_code')
  }
  const passwordHash = await passwords.hash(given.password)
  const accountId = randomUUID()
  const companyId = randomUUID()
  const token = await transact(db, async (tx) => {
    const waits = await lockValue(tx, ROW)
    if (!waits || (await anyAccount(tx))) throw new Refusal('already_set_up')
    if (!(await matches(tx, given.code))) throw new Refusal('wrong_setup_code')
    await insertCompany(tx, call.now, { id: companyId, name: given.company })
    await insertAccount(tx, call.now, {
      id: accountId,
      account: given.account,
      key: accountKey(given.account),
      name: given.name,
      passwordHash,
      role: 'administrator',
      companyId,
    })
    await dropValue(tx, ROW)
    await recordDone(tx, call, {
      accountId,
      companyId,
      action: 'installation.set-up',
    })
    return (await openSession(tx, call.now, { accountId, browser: call.browser })).token
  })
  await forgive(db, counted)
  return { token, accountId }
}

const matches = async (db: Db, code: string): Promise<boolean> => {
  const kept = (await valueOf(db, ROW)) as { sha256?: string } | undefined
  return kept?.sha256 !== undefined && timingSafeEqual(Buffer.from(kept.sha256, 'hex'), hashOf(code))
}
