import { isIPv6 } from 'node:net'
import { delayAfter, guessPolicies, hourlyLimits, sharedLimits } from '#domain/accounts/guess-limits.ts'
import { transact } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/handle.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  saveCounter,
  counterOf,
  lessenCounter,
  dropCounter,
  dropRested,
  type GuessKey,
  lockCounter,
  rowKey,
} from './guess-store.ts'

/** An address as it is counted: a whole /64 of IPv6 belongs to one household. */
export const addressKey = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0') : []
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}

/**
 * Charges one guess to every key before it is tried, so that parallel guesses count too; refuses with
 * `too_many_attempts` while any key has to wait. Success gives the charge back with `forgive`.
 * The counters are in the database: neither a restart nor a second server forgets them.
 */
export const chargeGuess = async (db: Db, now: number, keys: readonly GuessKey[]): Promise<void> => {
  // A fixed order of locking, so that two calls with the same keys never wait for each other in a circle.
  const rows = keys.map((key) => ({
    policy: guessPolicies[key.kind],
    key: rowKey(key),
    holds: key.countsOnly !== true,
  }))
  rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  await transact(db, async (tx) => {
    for (const { policy, key, holds } of rows) {
      const row = await lockCounter(tx, key, now)
      const rested = policy.forgetAfterMs !== null && now - row.last_at >= policy.forgetAfterMs
      const failures = rested ? 0 : row.failures
      const stopped = delayAfter(policy, failures) === Infinity
      const waitMs = rested || row.blocked_until === null ? 0 : row.blocked_until - now
      if (holds && (stopped || waitMs > 0)) {
        throw new Refusal('too_many_attempts', {
          retryAfterS: stopped ? 24 * 3600 : Math.max(1, Math.ceil(waitMs / 1000)),
        })
      }
      const delay = delayAfter(policy, failures + 1)
      await saveCounter(tx, { failures, now, delay, key })
    }
  })
}

/** How many wrong guesses a counter holds; of one that rested long enough none. */
export const failuresOf = async (db: Db, now: number, key: GuessKey): Promise<number> => {
  const row = await counterOf(db, key)
  const { forgetAfterMs } = guessPolicies[key.kind]
  return !row || (forgetAfterMs !== null && now - row.last_at >= forgetAfterMs) ? 0 : row.failures
}

/** Whether one of them has come to its hard stop. */
export const isStopped = async (db: Db, keys: readonly GuessKey[]): Promise<boolean> => {
  for (const key of keys) {
    const row = await counterOf(db, key)
    if (delayAfter(guessPolicies[key.kind], row?.failures ?? 0) === Infinity) return true
  }
  return false
}

/** After a success that says nothing of the tries before it: one charge is given back. */
export const giveBack = async (db: Db, key: GuessKey): Promise<void> => {
  await lessenCounter(db, key)
}

/** After a success: the guessed-at counters are cleared, an address only gets its last charge back. */
export const forgive = async (db: Db, keys: readonly GuessKey[]): Promise<void> => {
  for (const key of keys) {
    if (key.kind === 'address') await giveBack(db, key)
    else await dropCounter(db, key)
  }
}

/** Lifts what wrong guesses have brought about for an account, at the sign-in and where the password is typed again. */
export const forgiveAccount = (db: Db, { id, key }: { id: string; key: string }): Promise<void> =>
  forgive(db, [
    { kind: 'account', of: key },
    { kind: 'proof', of: id },
  ])

/** Counters that nobody needs any more. */
export const dropOldGuesses = async (db: Db, now: number): Promise<void> => {
  const forgotten = Object.entries(guessPolicies).filter(([, policy]) => policy.forgetAfterMs !== null)
  for (const kind of [
    ...forgotten.map(([name]) => name),
    ...Object.keys(hourlyLimits),
    ...Object.keys(sharedLimits),
  ]) {
    await dropRested(db, kind, now)
  }
}
