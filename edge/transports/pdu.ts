import { DeviceError } from '../engine/device-error.ts'
import type { RegisterTable } from '../engine/device.ts'

/** What Modbus says behind its address, on any line. Source: MODBUS Application Protocol 1.1b3. */

/** A request, and how many bytes its answer has when it is no refusal. */
export type Request = { pdu: Buffer; answerLength: number }

/** Device identification: function, its kind of question, and single objects of the maker's own. */
const [IDENTIFY, MEI, EXTENDED] = [0x2b, 0x0e, 0x03]

const READ = { holding: 3, input: 4 } as const satisfies Record<RegisterTable, number>
const [WRITE_ONE, WRITE_MANY] = [6, 16]
/** Set in the function of a refusal. */
export const REFUSED = 0x80
export const REFUSAL_LENGTH = 2
const [MOST_READ, MOST_WRITTEN] = [125, 123]
const LAST_ADDRESS = 0xffff

const bytesOf = (...words: number[]): Buffer => {
  const bytes = Buffer.alloc(words.length * 2)
  words.forEach((word, index) => bytes.writeUInt16BE(word, index * 2))
  return bytes
}
const check = (address: number, count: number, most: number): void => {
  const whole = Number.isInteger(address) && Number.isInteger(count)
  if (!whole || address < 0 || count < 1 || count > most || address + count - 1 > LAST_ADDRESS)
    throw new DeviceError('address', `${count} registers from ${address} on cannot be asked for at once.`)
}

export const readRequest = (table: RegisterTable, address: number, count: number): Request => {
  check(address, count, MOST_READ)
  return {
    pdu: Buffer.concat([Buffer.from([READ[table]]), bytesOf(address, count)]),
    answerLength: 2 + count * 2,
  }
}

export const writeOneRequest = (address: number, word: number): Request => {
  check(address, 1, 1)
  return { pdu: Buffer.concat([Buffer.from([WRITE_ONE]), bytesOf(address, word)]), answerLength: 5 }
}

export const writeManyRequest = (address: number, words: readonly number[]): Request => {
  check(address, words.length, MOST_WRITTEN)
  return {
    pdu: Buffer.concat([
      Buffer.from([WRITE_MANY]),
      bytesOf(address, words.length),
      Buffer.from([words.length * 2]),
      bytesOf(...words),
    ]),
    answerLength: 5,
  }
}

/** The objects that a device has of itself, from one on. How long the answer is, only the answer says. */
export const identifyRequest = (object: number): Request => ({
  pdu: Buffer.from([IDENTIFY, MEI, EXTENDED, object]),
  answerLength: 0,
})

/** The objects in an answer to `identifyRequest`, as bytes. What is cut off is left out. */
export const readObjects = (bytes: ArrayLike<number>): Map<number, Uint8Array> => {
  const said = Uint8Array.from(bytes)
  const found = new Map<number, Uint8Array>()
  if (said[0] !== MEI) return found
  // Behind its kind, conformity, whether more follows, from where, and how many there are.
  let at = 6
  for (let left = said[5] ?? 0; left > 0 && at + 2 <= said.length; left -= 1) {
    const [object = 0, length = 0] = said.subarray(at, at + 2)
    if (at + 2 + length > said.length) break
    found.set(object, said.slice(at + 2, at + 2 + length))
    at += 2 + length
  }
  return found
}

const garbled = (says: string): DeviceError => new DeviceError('garbled', says)

const exceptions: Readonly<Record<number, string>> = {
  1: 'it does not know this request',
  2: 'it has no such registers',
  3: 'it does not take this request',
  4: 'it failed',
  5: 'it is still busy with a request',
  6: 'it is busy',
  10: 'no device is reached under this unit: try another',
  11: 'no device answers under this unit: try another',
}

/** The registers of an answer; of an answer to a write none, of one to an identification its bytes. Throws a `DeviceError` where it is none or a refusal. */
export const readAnswer = ({ pdu, answerLength }: Request, answer: Buffer, where: string): Uint16Array => {
  const [asked = 0, said = 0] = [pdu[0], answer[0]]
  if (said === (asked | REFUSED)) {
    const code = answer[1] ?? 0
    const why = exceptions[code] ?? 'its own'
    throw new DeviceError('exception', `${where} answers with Modbus exception ${code}: ${why}.`, code)
  }
  if (said !== asked)
    throw garbled(`${where} answers with function ${said} to a request of function ${asked}.`)
  if (asked === IDENTIFY) return Uint16Array.from(answer.subarray(1))
  if (asked === WRITE_ONE || asked === WRITE_MANY) {
    if (answer.subarray(1).equals(pdu.subarray(1, answerLength))) return new Uint16Array()
    throw garbled(`${where} says that it wrote something else than it was given.`)
  }
  const bytes = answerLength - 2
  if (answer[1] !== bytes || answer.length !== answerLength)
    throw garbled(`${where} answers ${(answer[1] ?? 0) / 2} registers instead of ${bytes / 2}.`)
  return Uint16Array.from({ length: bytes / 2 }, (_, index) => answer.readUInt16BE(2 + index * 2))
}
