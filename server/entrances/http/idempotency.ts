import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { databaseUnavailable } from '../../platform/db/trouble.ts'
import { Refusal } from '../../platform/refusal.ts'

export const KEPT_MS = 30 * 24 * 3_600_000
/** Longer than any request may take: whoever held the key died with the server, and the next one takes over. */
const RUNNING_MS = 2 * 60_000

export type Replay = { status: number; answer: unknown; etag: string | null }
export type Claim = { accountId: string; key: string; route: string; url: string; body: unknown }

/** Between two attempts to give a key back while the database is away. */
const FREE_EVERY_MS = 1_000

const keyShape = /^[\x21-\x7e]{16,128}$/

/**
 * The id of what a call makes, the same whenever the same account comes with the same key (a UUID of version 8, RFC
 * 9562). A server that dies between the work and the answer leaves the key open; who repeats the call finds by this id
 * what is there already, instead of making it twice.
 */
export const actIdOf = (accountId: string, key: string): string => {
  const bytes = createHash('sha256').update(`act\0${accountId}\0${key}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** @throws Refusal `key_missing` */
export const readKey = (header: string | string[] | undefined): string => {
  if (typeof header !== 'string' || !keyShape.test(header)) throw new Refusal('key_missing')
  return header
}

/*
 * An answer may hold what is shown once (a gateway's credentials), and it must be repeated when the first one was lost.
 * So it is sealed with a key that only the caller has: the Idempotency-Key, of which the database keeps a hash.
 */
const sealingKey = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'sunkeeper', 'idempotency', 32))

const seal = (key: string, answer: unknown): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer ?? null), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

const unseal = (key: string, sealed: string): unknown => {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
}

const rowOf = (claim: Claim) => ({
  account_id: claim.accountId,
  key: createHash('sha256').update(claim.key).digest('base64url'),
})

/**
 * Gives back a key under which nothing was done; again and again while the database is away, so that whoever repeats the
 * call when it is back is not told that the first is still running. Hears of the first failure.
 */
const freeKey = async (free: () => Promise<unknown>, unkept: (error: unknown) => void): Promise<void> => {
  const until = performance.now() + RUNNING_MS
  const again = (): void => {
    setTimeout(() => {
      void free().catch((error: unknown) => {
        if (databaseUnavailable(error) && performance.now() < until) again()
      })
    }, FREE_EVERY_MS).unref()
  }
  await free().catch((error: unknown) => {
    unkept(error)
    if (databaseUnavailable(error)) again()
  })
}

/**
 * Carries out `work` once for this key. The same key with the same call gets the first answer again; with another call
 * `key_reused`; while the first is still running `key_running`. A refused or failed call leaves the key free. When the
 * key itself cannot be written after the work, what the work says stands, and `unkept` hears why.
 */
export const once = async (
  db: Db,
  now: number,
  claim: Claim,
  work: () => Promise<Replay>,
  unkept: (error: unknown) => void,
): Promise<Replay> => {
  const row = rowOf(claim)
  // Under the key, which is not kept: a body may hold a password, and its plain hash would give that to patient guessing.
  const bodyHash = createHmac('sha256', claim.key)
    .update(claim.url)
    .update('\0')
    .update(JSON.stringify(claim.body ?? null))
    .digest()
  const fresh = {
    route: claim.route,
    body_hash: bodyHash,
    status: null,
    answer: null,
    etag: null,
    created_at: new Date(now),
  }
  const taken = await db
    .insertInto('idempotency')
    .values({ ...row, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([
            eb('idempotency.created_at', '<', instant(now - KEPT_MS)),
            eb.and([
              eb('idempotency.status', 'is', null),
              eb('idempotency.created_at', '<', instant(now - RUNNING_MS)),
              eb('idempotency.body_hash', '=', bodyHash),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  const mine = db
    .updateTable('idempotency')
    .where('account_id', '=', row.account_id)
    .where('key', '=', row.key)
  if (!taken) {
    const first = await db
      .selectFrom('idempotency')
      .select(['body_hash', 'status', 'answer', 'etag'])
      .where('account_id', '=', row.account_id)
      .where('key', '=', row.key)
      .executeTakeFirst()
    if (!first) throw new Refusal('key_running', { retryAfterS: 1 })
    if (!bodyHash.equals(first.body_hash)) throw new Refusal('key_reused')
    if (first.status === null) throw new Refusal('key_running', { retryAfterS: 1 })
    return { status: first.status, answer: unseal(claim.key, String(first.answer)), etag: first.etag }
  }
  let done: Replay
  try {
    done = await work()
  } catch (error) {
    const free = () =>
      db
        .deleteFrom('idempotency')
        .where('account_id', '=', row.account_id)
        .where('key', '=', row.key)
        .where('status', 'is', null)
        .execute()
    await freeKey(free, unkept)
    throw error
  }
  await mine
    .set({ status: done.status, answer: JSON.stringify(seal(claim.key, done.answer)), etag: done.etag })
    .execute()
    .catch(unkept)
  return done
}

export const dropOldKeys = async (db: Db, now: number): Promise<void> => {
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', instant(now - KEPT_MS))
    .execute()
}
