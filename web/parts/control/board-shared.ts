import type { BoardDevice } from './control-queries.ts'

/** Read so close to each other that one age says it. */
const TOGETHER_MS = 60_000

/** What is the same of all devices of a list and is said once above them; null of what each says itself. */
export type BoardShared = {
  verdict: BoardDevice['verdict'] | null
  /** Why none of them is known. */
  reason: 'stale' | 'never_heard' | null
  keepalive: boolean | null
  closed: boolean | null
  /** When the first of them was read. */
  readAt: number | null
}

const nothing: BoardShared = { verdict: null, reason: null, keepalive: null, closed: null, readAt: null }

/** A device alone says all of itself. */
export const boardShared = (devices: readonly BoardDevice[]): BoardShared => {
  const [first] = devices
  if (first === undefined || devices.length === 1) return nothing
  const same = <T>(of: (device: BoardDevice) => T): T | null =>
    devices.every((one) => of(one) === of(first)) ? of(first) : null
  const verdict = same((one) => one.verdict)
  const why = same((one) => one.reasons[0] ?? null)
  const read = devices.map(({ readAt }) => readAt).filter((at) => at !== null)
  const [oldest, newest] = [Math.min(...read), Math.max(...read)]
  return {
    verdict,
    reason: verdict === 'unknown' && (why === 'stale' || why === 'never_heard') ? why : null,
    keepalive: same((one) => one.keepalive),
    closed: same((one) => one.closed),
    readAt: read.length === devices.length && newest - oldest <= TOGETHER_MS ? oldest : null,
  }
}
