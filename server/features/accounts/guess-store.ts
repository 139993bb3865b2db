import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/handle.ts'
import { instant } from '../../platform/db/instant.ts'
import type { GuessKind, HourlyKind, SharedKind } from '#domain/accounts/guess-limits.ts'

export const saveCounter = async (
  tx: Db,
  one: { failures: number; now: number; delay: number; key: string },
): Promise<void> => {
  await tx
    .updateTable('attempt')
    .set({
      failures: one.failures + 1,
      last_at: new Date(one.now),
      blocked_until: one.delay === 0 || one.delay === Infinity ? null : new Date(one.now + one.delay),
    })
    .where('key', '=', one.key)
    .execute()
}

export const counterOf = (db: Db, key: GuessKey) =>
  db.selectFrom('attempt').select(['failures', 'last_at']).where('key', '=', rowKey(key)).executeTakeFirst()

export const lessenCounter = async (
  db: Db,
  key: Pick<GuessKey, 'of'> & { kind: GuessKind | SharedKind },
): Promise<void> => {
  await db
    .updateTable('attempt')
    .set((eb) => ({ failures: eb('failures', '-', 1), blocked_until: null }))
    .where('key', '=', rowKey(key))
    .where('failures', '>', 0)
    .execute()
}

export const dropCounter = async (db: Db, key: GuessKey): Promise<void> => {
  await db.deleteFrom('attempt').where('key', '=', rowKey(key)).execute()
}

export const dropRested = async (db: Db, kind: string, now: number): Promise<void> => {
  await db
    .deleteFrom('attempt')
    .where('key', 'like', `${kind}:%`)
    .where('last_at', '<', instant(now - 24 * 3_600_000))
    .execute()
}

export const saveLevel = async (tx: Db, level: number, key: string, at: number): Promise<void> => {
  await tx
    .updateTable('attempt')
    .set({ failures: level, last_at: new Date(at) })
    .where('key', '=', key)
    .execute()
}

/** What is counted: who is guessed at, or who guesses. */
export type GuessKey = {
  kind: GuessKind
  of: string
  /** It is counted here and nobody has to wait for it. */
  countsOnly?: boolean
}

// Hashed, because people type passwords into the account field, and so that any text fits a key.
export const rowKey = ({ kind, of }: { kind: GuessKind | HourlyKind | SharedKind; of: string }): string =>
  `${kind}:${createHash('sha256').update(of).digest('base64url').slice(0, 32)}`

/** Makes or locks the row of a counter in one statement: between two, `forgive` could take it away. */
export const lockCounter = (tx: Db, key: string, now: number) =>
  tx
    .insertInto('attempt')
    .values({ key, failures: 0, last_at: new Date(now), blocked_until: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
    .returningAll()
    .executeTakeFirstOrThrow()
