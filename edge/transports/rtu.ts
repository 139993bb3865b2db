import type { Framing, Taken } from './framing.ts'
import { REFUSAL_LENGTH, REFUSED, type Request } from './pdu.ts'

/** Modbus on serial lines: unit, what is said, checksum. Source: MODBUS over Serial Line 1.02. */

const POLYNOMIAL = 0xa001

/** CRC-16 of Modbus. */
export const crc16 = (bytes: Uint8Array): number => {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
  }
  return crc
}

const CHECKSUM = 2
/** Longer than any frame: what goes on beyond it never ends. */
const LONGEST = 512

export const packRtu = (unit: number, { pdu }: Request): Buffer => {
  const frame = Buffer.concat([Buffer.from([unit]), pdu])
  const crc = Buffer.alloc(CHECKSUM)
  crc.writeUInt16LE(crc16(frame))
  return Buffer.concat([frame, crc])
}

/** The frame of `length` bytes at the beginning, if its checksum is right. */
const frameAt = (came: Buffer, length: number): Buffer | null => {
  if (came.length < length) return null
  const frame = came.subarray(0, length)
  return crc16(frame.subarray(0, -CHECKSUM)) === frame.readUInt16LE(length - CHECKSUM) ? frame : null
}

/**
 * The answer within what came from a serial line. Bytes before it are noise: drivers that switch direction late leave
 * some. Whether it is the answer, only its checksum says.
 */
export const takeRtu = (unit: number, { pdu, answerLength }: Request, came: Buffer): Taken => {
  const asked = pdu[0] ?? 0
  for (let start = 0; start < came.length - 1; start += 1) {
    const rest = came.subarray(start)
    const length = 1 + CHECKSUM + (rest[1] === (asked | REFUSED) ? REFUSAL_LENGTH : answerLength)
    if (rest[0] !== unit || (rest[1] !== asked && rest[1] !== (asked | REFUSED))) continue
    const frame = frameAt(rest, length)
    if (frame !== null) return { kind: 'answer', pdu: frame.subarray(1, -CHECKSUM) }
  }
  const [from = 0, said = 0, count = 0] = came
  const own = said === 3 || said === 4 ? 3 + count + CHECKSUM : said >= REFUSED ? 5 : 8
  const other = came.length < 5 ? null : frameAt(came, own)
  if (other !== null && from !== unit)
    return { kind: 'garbled', says: `answers for unit ${from} instead of ${unit}` }
  // A whole frame that is no answer of this length: what it says is judged like any answer.
  if (other !== null) return { kind: 'answer', pdu: other.subarray(1, -CHECKSUM) }
  if (came.length > LONGEST) return { kind: 'garbled', says: 'goes on talking without an end' }
  return { kind: 'part' }
}

export const rtu = (): Framing => ({
  pack: (unit, request) => ({ unit, request, frame: packRtu(unit, request) }),
  take: ({ unit, request }, came) => takeRtu(unit, request, came),
})
