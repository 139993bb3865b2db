import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc32, decodeFirmwareChunk, encodeFirmwareChunk } from './firmware.ts'

describe('firmware chunk', () => {
  it('uses the CRC-32 of zlib: its check value for "123456789" is cbf43926', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  })

  it('gives back its data, and nothing when one bit is wrong', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 4096 }), fc.nat(), (data, place) => {
        const chunk = encodeFirmwareChunk(data)
        expect(decodeFirmwareChunk(chunk)).toEqual(data)
        const bit = place % (chunk.length * 8)
        const byte = chunk[bit >> 3] ?? 0
        chunk[bit >> 3] = byte ^ (1 << (bit & 7))
        expect(decodeFirmwareChunk(chunk)).toBeNull()
      }),
    )
  })

  it('has 1 to 4096 bytes of data', () => {
    expect(() => encodeFirmwareChunk(new Uint8Array(0))).toThrow(RangeError)
    expect(() => encodeFirmwareChunk(new Uint8Array(4097))).toThrow(RangeError)
    expect(decodeFirmwareChunk(new Uint8Array(4))).toBeNull()
    expect(decodeFirmwareChunk(new Uint8Array(4101))).toBeNull()
  })
})
