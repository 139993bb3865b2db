import {
  flownBack,
  type HourlyKind,
  hourlyLimits,
  roomAfter,
  type SharedKind,
  sharedLimits,
} from '#domain/accounts/guess-limits.ts'
import { transact } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/handle.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addressKey } from './guesses.ts'
import { lessenCounter, saveLevel, lockCounter, rowKey } from './guess-store.ts'

export type Tries = Readonly<Record<HourlyKind, number>>

/**
 * Counts what one call tries, at the account and at the address, before anything of it is answered. What has no room in
 * the hour any more is refused as a whole, and counted all the same: halving a list until it passes tells nothing.
 * @throws Refusal `too_many_serials`
 */
export const chargeTries = async (
  db: Db,
  caller: { who: { accountId: string }; ip: string; now: number },
  tries: Tries,
): Promise<void> => {
  const { now } = caller
  const of = { account: `account ${caller.who.accountId}`, address: `address ${addressKey(caller.ip)}` }
  const rows = (Object.keys(hourlyLimits) as HourlyKind[]).flatMap((kind) =>
    (['account', 'address'] as const).map((whose) => ({
      key: rowKey({ kind, of: of[whose] }),
      perHour: hourlyLimits[kind][whose],
      more: tries[kind],
    })),
  )
  const asked = rows.filter(({ more }) => more > 0).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const waitMs = await transact(db, async (tx) => {
    let longest = 0
    for (const { key, perHour, more } of asked) {
      const row = await lockCounter(tx, key, now)
      const left = flownBack({ level: row.failures, at: row.last_at }, perHour, now)
      if (left.level + more > perHour) longest = Math.max(longest, roomAfter(more, perHour))
      const level = Math.min(perHour, left.level + more)
      await saveLevel(tx, level, key, left.at)
    }
    return longest
  })
  if (waitMs > 0) throw new Refusal('too_many_serials', { retryAfterS: Math.ceil(waitMs / 1000) })
}

/**
 * Counts one guess of all callers together, before it is tried; `giveBackShared` once it was right.
 * @throws Refusal `too_many_attempts` when there is no room in the hour any more
 */
export const chargeShared = async (db: Db, kind: SharedKind, now: number): Promise<void> => {
  const key = rowKey({ kind, of: 'all' })
  const perHour = sharedLimits[kind]
  await transact(db, async (tx) => {
    const row = await lockCounter(tx, key, now)
    const left = flownBack({ level: row.failures, at: row.last_at }, perHour, now)
    if (left.level >= perHour)
      throw new Refusal('too_many_attempts', { retryAfterS: Math.ceil(roomAfter(1, perHour) / 1000) })
    await saveLevel(tx, left.level + 1, key, left.at)
  })
}

export const giveBackShared = async (db: Db, kind: SharedKind): Promise<void> => {
  await lessenCounter(db, { kind, of: 'all' })
}
