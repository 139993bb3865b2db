import { describe, expect, it } from 'vitest'
import { readRequest } from './pdu.ts'
import { crc16, packRtu, takeRtu } from './rtu.ts'

const request = readRequest('holding', 0x6b, 2)
const withChecksum = (...bytes: number[]): Buffer => {
  const crc = crc16(Uint8Array.from(bytes))
  return Buffer.from([...bytes, crc & 0xff, crc >> 8])
}
const whole = withChecksum(0x11, 3, 4, 1, 2, 3, 4)
const take = (came: Buffer) => takeRtu(0x11, request, came)

describe('a frame of a serial line', () => {
  // Source: CRC-16/MODBUS of "123456789".
  it('has the checksum of Modbus', () => {
    expect(crc16(Buffer.from('123456789'))).toBe(0x4b37)
    expect(packRtu(0x11, request).subarray(0, 6).toString('hex')).toBe('1103006b0002')
  })

  it('is found behind noise, and in pieces', () => {
    expect(take(whole)).toMatchObject({ kind: 'answer' })
    expect(take(Buffer.concat([Buffer.from([0, 0x11, 0xff]), whole]))).toMatchObject({ kind: 'answer' })
    for (let length = 0; length < whole.length; length += 1)
      expect(take(whole.subarray(0, length))).toEqual({ kind: 'part' })
    expect(take(withChecksum(0x11, 0x83, 2))).toMatchObject({ kind: 'answer', pdu: Buffer.from([0x83, 2]) })
  })

  it('is none with a wrong checksum, of another unit, or without an end', () => {
    const wrong = Buffer.from(whole)
    wrong[4] = 9
    expect(take(wrong)).toEqual({ kind: 'part' })
    expect(take(withChecksum(0x12, 3, 4, 1, 2, 3, 4))).toMatchObject({
      kind: 'garbled',
      says: 'answers for unit 18 instead of 17',
    })
    expect(take(Buffer.alloc(600, 0x55))).toMatchObject({ kind: 'garbled' })
  })
})
