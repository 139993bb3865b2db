import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { GuessKind, HourlyKind } from '#domain/accounts/guess-limits.ts'
import { delayAfter, guessPolicies, hourlyLimits } from '#domain/accounts/guess-limits.ts'
import { instant } from '../../platform/db/instant.ts'
import { transact } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/handle.ts'
import { Refusal } from '../../platform/refusal.ts'

/** What is counted: who is guessed at, or who guesses. */
export type GuessKey = {
  kind: GuessKind
  of: string
  /** It is counted here and nobody has to wait for it. */
  countsOnly?: boolean
}

// Hashed, because people type passwords into the account field, and so that any text fits a key.
export const rowKey = ({ kind, of }: { kind: GuessKind | HourlyKind; of: string }): string =>
  `${kind}:${createHash('sha256').update(of).digest('base64url').slice(0, 32)}`

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

/** Makes or locks the row of a counter in one statement: between two, `forgive` could take it away. */
export const lockCounter = (tx: Db, key: string, now: number) =>
  tx
    .insertInto('attempt')
    .values({ key, failures: 0, last_at: new Date(now), blocked_until: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
    .returningAll()
    .executeTakeFirstOrThrow()

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
      await tx
        .updateTable('attempt')
        .set({
          failures: failures + 1,
          last_at: new Date(now),
          blocked_until: delay === 0 || delay === Infinity ? null : new Date(now + delay),
        })
        .where('key', '=', key)
        .execute()
    }
  })
}

/** How many wrong guesses a counter holds; of one that rested long enough none. */
export const failuresOf = async (db: Db, now: number, key: GuessKey): Promise<number> => {
  const row = await db
    .selectFrom('attempt')
    .select(['failures', 'last_at'])
    .where('key', '=', rowKey(key))
    .executeTakeFirst()
  const { forgetAfterMs } = guessPolicies[key.kind]
  return !row || (forgetAfterMs !== null && now - row.last_at >= forgetAfterMs) ? 0 : row.failures
}

/** Whether one of them has come to its hard stop. */
export const isStopped = async (db: Db, keys: readonly GuessKey[]): Promise<boolean> => {
  for (const key of keys) {
    const row = await db
      .selectFrom('attempt')
      .select('failures')
      .where('key', '=', rowKey(key))
      .executeTakeFirst()
    if (delayAfter(guessPolicies[key.kind], row?.failures ?? 0) === Infinity) return true
  }
  return false
}

/** After a success that says nothing of the tries before it: one charge is given back. */
export const giveBack = async (db: Db, key: GuessKey): Promise<void> => {
  await db
    .updateTable('attempt')
    .set((eb) => ({ failures: eb('failures', '-', 1), blocked_until: null }))
    .where('key', '=', rowKey(key))
    .where('failures', '>', 0)
    .execute()
}

/** After a success: the guessed-at counters are cleared, an address only gets its last charge back. */
export const forgive = async (db: Db, keys: readonly GuessKey[]): Promise<void> => {
  for (const key of keys) {
    if (key.kind === 'address') await giveBack(db, key)
    else await db.deleteFrom('attempt').where('key', '=', rowKey(key)).execute()
  }
}

/** Counters that nobody needs any more. */
export const dropOldGuesses = async (db: Db, now: number): Promise<void> => {
  const forgotten = Object.entries(guessPolicies).filter(([, policy]) => policy.forgetAfterMs !== null)
  for (const kind of [...forgotten.map(([name]) => name), ...Object.keys(hourlyLimits)]) {
    await db
      .deleteFrom('attempt')
      .where('key', 'like', `${kind}:%`)
      .where('last_at', '<', instant(now - 24 * 3_600_000))
      .execute()
  }
}
