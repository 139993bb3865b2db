import type { Framing } from './framing.ts'

/** Modbus TCP: transaction, protocol 0, length, unit. Source: MODBUS Messaging on TCP/IP 1.0b. */
const HEADER = 7
const LONGEST = 254

/** Numbers its requests from 1 on: an answer to another one is late, and passed over. */
export const mbap = (): Framing => {
  let transaction = 0
  return {
    pack: (unit, request) => {
      transaction = (transaction % 0xffff) + 1
      const header = Buffer.alloc(HEADER)
      header.writeUInt16BE(transaction, 0)
      header.writeUInt16BE(request.pdu.length + 1, 4)
      header.writeUInt8(unit, 6)
      return { unit, request, frame: Buffer.concat([header, request.pdu]) }
    },
    take: (asked, came) => {
      if (came.length < HEADER + 2) return { kind: 'part' }
      const length = came.readUInt16BE(4)
      if (came.readUInt16BE(2) !== 0 || length < 3 || length > LONGEST)
        return { kind: 'garbled', says: 'answers something that is no Modbus TCP' }
      const whole = HEADER - 1 + length
      if (came.readUInt16BE(0) !== asked.frame.readUInt16BE(0))
        return came.length < whole
          ? { kind: 'part' }
          : { kind: 'other', bytes: whole, says: 'answers another request than the one it was asked' }
      const unit = came.readUInt8(6)
      if (unit !== asked.unit)
        return { kind: 'garbled', says: `answers for unit ${unit} instead of ${asked.unit}` }
      return came.length < whole ? { kind: 'part' } : { kind: 'answer', pdu: came.subarray(HEADER, whole) }
    },
  }
}
