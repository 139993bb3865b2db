import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/handle.ts'
import { valueOf, addValue } from './installation-store.ts'

const ROW = 'device_key'
/** As long as browsers keep a cookie. */
export const DEVICE_LONGEST_MS = 400 * 24 * 3_600_000
/** How many people of one browser it remembers. */
const KEPT = 4
const shape = /^(\d{13})-([A-Za-z0-9_-]{22})-([A-Za-z0-9_-]{43})$/

const keyOf = async (db: Db): Promise<Buffer> => {
  let found = await valueOf(db, ROW)
  if (found === undefined) {
    await addValue(db, ROW, JSON.stringify({ key: randomBytes(32).toString('base64url') }))
    found = await valueOf(db, ROW)
  }
  return Buffer.from((found as { key?: string } | undefined)?.key ?? '', 'base64url')
}

const signed = (key: Buffer, account: string, at: string, nonce: string): Buffer =>
  createHmac('sha256', key).update(`${account}\n${at}\n${nonce}`).digest()

const parts = (cookie: string | null): string[] => (cookie ?? '').slice(0, 1000).split('.').slice(0, KEPT)

/**
 * The mark of a browser in which somebody has signed in to this account before, null when the cookie has none. It opens
 * nothing; it only has its wrong passwords counted apart from those of strangers.
 */
export const deviceOf = async (
  db: Db,
  now: number,
  account: string,
  cookie: string | null,
): Promise<string | null> => {
  if (cookie === null) return null
  const key = await keyOf(db)
  for (const part of parts(cookie)) {
    const [, at = '', nonce = '', signature = ''] = shape.exec(part) ?? []
    if (signature === '' || now - Number(at) > DEVICE_LONGEST_MS) continue
    if (timingSafeEqual(Buffer.from(signature, 'base64url'), signed(key, account, at, nonce))) return nonce
  }
  return null
}

/** The cookie after somebody has signed in to this account: its newest mark and those of others of the same browser. */
export const withDevice = async (
  db: Db,
  now: number,
  account: string,
  cookie: string | null,
): Promise<string> => {
  const key = await keyOf(db)
  const nonce = randomBytes(16).toString('base64url')
  const at = String(now).padStart(13, '0')
  const others = parts(cookie).filter((part) => {
    const [, madeAt = '', of = '', signature = ''] = shape.exec(part) ?? []
    return (
      signature !== '' &&
      !timingSafeEqual(Buffer.from(signature, 'base64url'), signed(key, account, madeAt, of))
    )
  })
  const own = `${at}-${nonce}-${signed(key, account, at, nonce).toString('base64url')}`
  return [own, ...others].slice(0, KEPT).join('.')
}
