import { setTimeout as pause } from 'node:timers/promises'
import { DeviceError } from '../engine/device-error.ts'
import type { Aa55 } from '../engine/goodwe/read-goodwe.ts'
import type { ByteLink } from './byte-link.ts'
import { pauseUntil } from './pause-until.ts'

/** AA55: mark, from and to, kind, length, payload, sum of all before. Source: GoodWe's AA55 protocol. */
const MARK = Buffer.from([0xaa, 0x55])
const [US, INVERTER] = [0xc0, 0x7f]
const [HEADER, SUM] = [7, 2]
/** Set in the second byte of an answer's kind. */
const ANSWER = 0x80

const sumOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) & 0xffff, 0)

const packed = ([kind, sub]: readonly [number, number]): Buffer => {
  const frame = Buffer.concat([MARK, Buffer.from([US, INVERTER, kind, sub, 0])])
  const sum = Buffer.alloc(SUM)
  sum.writeUInt16BE(sumOf(frame))
  return Buffer.concat([frame, sum])
}

/**
 * The payload of the answer within what came, in however many datagrams and beside whatever else; null = it has not come
 * whole.
 */
export const takeAa55 = (came: Buffer, [kind, sub]: readonly [number, number]): Buffer | null => {
  const head = Buffer.concat([MARK, Buffer.from([INVERTER, US, kind, sub | ANSWER])])
  for (let start = came.indexOf(head); start >= 0; start = came.indexOf(head, start + 1)) {
    const end = start + HEADER + (came[start + HEADER - 1] ?? 0)
    if (start + HEADER > came.length || end + SUM > came.length) continue
    const frame = came.subarray(start, end)
    if (sumOf(frame) === came.readUInt16BE(end)) return Buffer.from(frame.subarray(HEADER))
  }
  return null
}

type Pace = { timeoutMs: number; gapMs: number }
/** No source: chosen, for a radio that loses some of what it is asked. */
const defaults: Pace = { timeoutMs: 1_500, gapMs: 50 }

/** Asks one request after the other, each on a socket of its own: what comes late is nobody's answer. */
export const aa55Over = (where: string, open: () => Promise<ByteLink>, manners: Partial<Pace>): Aa55 => {
  const { timeoutMs, gapMs } = { ...defaults, ...manners }
  let last: Promise<unknown> = Promise.resolve()
  const askOnce = async (kind: readonly [number, number]): Promise<Buffer | null> => {
    const link = await open()
    const over = new AbortController()
    try {
      let came = Buffer.alloc(0)
      const answer = new Promise<Buffer>((resolve, reject) => {
        link.onEnd((says) => reject(new DeviceError('refused', `${where} ${says}`)))
        link.onBytes((bytes) => {
          came = Buffer.concat([came, bytes]).subarray(-4_096)
          const payload = takeAa55(came, kind)
          if (payload !== null) resolve(payload)
        })
      })
      answer.catch(() => undefined)
      link.write(packed(kind))
      return await Promise.race([answer, pause(timeoutMs, null, { signal: over.signal }).catch(() => null)])
    } finally {
      over.abort()
      link.close()
      await pauseUntil(performance.now() + gapMs)
    }
  }
  const askPatiently = async (kind: readonly [number, number], tries: number): Promise<Buffer> => {
    for (let tried = 1; tried <= tries; tried += 1) {
      const payload = await askOnce(kind)
      if (payload !== null) return payload
    }
    throw new DeviceError('timeout', `${where} does not answer in time.`)
  }
  return {
    ask: (kind, tries) => {
      const asked = last.then(() => askPatiently(kind, tries))
      last = asked.catch(() => undefined)
      return asked
    },
  }
}
