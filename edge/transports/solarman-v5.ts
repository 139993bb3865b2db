import type { Framing } from './framing.ts'
import { packRtu, takeRtu } from './rtu.ts'

/**
 * Solarman V5: Modbus RTU wrapped for the loggers of many makers, port 8899. All numbers of its own have the low byte
 * first. Source: jmccrohan/pysolarmanv5, docs/solarmanv5_protocol.rst.
 */
const [START, END] = [0xa5, 0x15]
const [ASK, ANSWER] = [0x4510, 0x1510]
const INVERTER = 2
/** Start, length, control, sequence and serial; checksum and end. */
const [HEADER, TRAILER] = [11, 2]
/** Before the Modbus frame, in the payload of a request and of an answer. */
const [ASK_FIELDS, ANSWER_FIELDS] = [15, 14]
/** More than any answer has: what goes on beyond it never ends. */
const LONGEST = 1024

const checksum = (frame: Buffer): number =>
  frame.subarray(1, -TRAILER).reduce((sum, byte) => (sum + byte) & 0xff, 0)

const packV5 = (serial: number, sequence: number, modbus: Buffer): Buffer => {
  const frame = Buffer.alloc(HEADER + ASK_FIELDS + modbus.length + TRAILER)
  frame.writeUInt8(START, 0)
  frame.writeUInt16LE(ASK_FIELDS + modbus.length, 1)
  frame.writeUInt16LE(ASK, 3)
  frame.writeUInt8(sequence, 5)
  frame.writeUInt32LE(serial, 7)
  frame.writeUInt8(INVERTER, HEADER)
  modbus.copy(frame, HEADER + ASK_FIELDS)
  frame.writeUInt8(checksum(frame), frame.length - TRAILER)
  frame.writeUInt8(END, frame.length - 1)
  return frame
}

/** A logger by the serial number printed on it. Numbers its requests: late answers to earlier ones do occur. */
export const solarmanV5 = (serial: number): Framing => {
  let sequence = 0
  return {
    pack: (unit, request) => {
      sequence = (sequence % 0xff) + 1
      return { unit, request, frame: packV5(serial, sequence, packRtu(unit, request)) }
    },
    take: ({ unit, request, frame: asked }, came) => {
      if (came.length === 0) return { kind: 'part' }
      if (came[0] !== START) return { kind: 'garbled', says: 'answers something that is no Solarman V5' }
      if (came.length < HEADER) return { kind: 'part' }
      const length = came.readUInt16LE(1)
      const whole = HEADER + length + TRAILER
      if (whole > LONGEST) return { kind: 'garbled', says: 'goes on talking without an end' }
      if (came.length < whole) return { kind: 'part' }
      const frame = came.subarray(0, whole)
      if (frame[whole - 1] !== END || frame[whole - TRAILER] !== checksum(frame))
        return { kind: 'garbled', says: 'answers with a wrong checksum of Solarman V5' }
      const other = (says: string) => ({ kind: 'other' as const, bytes: whole, says })
      // Heartbeats and reports to the maker's cloud come in between.
      if (frame.readUInt16LE(3) !== ANSWER) return other('sends its own reports and no answer')
      const from = frame.readUInt32LE(7)
      if (from !== serial) return other(`has a logger of serial ${from}, and the address says ${serial}`)
      if (frame[5] !== asked[5]) return other('answers another request than the one it was asked')
      if (frame[HEADER] !== INVERTER) return other('has a logger that answers for itself')
      const modbus = frame.subarray(HEADER + ANSWER_FIELDS, whole - TRAILER)
      // What cannot be a frame of Modbus is the logger's own word that its inverter is silent.
      if (modbus.length < 5)
        return other('has a logger that answers, and an inverter behind it that does not')
      // Some take the checksum twice, which makes two zeros of it.
      const taken = takeRtu(unit, request, modbus)
      return taken.kind === 'part'
        ? { kind: 'garbled', says: 'answers with a wrong checksum of Modbus' }
        : taken
    },
  }
}
