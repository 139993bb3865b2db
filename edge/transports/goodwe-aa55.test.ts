import { describe, expect, it } from 'vitest'
import { takeAa55 } from './goodwe-aa55.ts'

const kind = [0x01, 0x06] as const
const answer = (payload: number[], sub = 0x86): Buffer => {
  const frame = Buffer.from([0xaa, 0x55, 0x7f, 0xc0, 0x01, sub, payload.length, ...payload])
  const sum = frame.reduce((total, byte) => total + byte, 0)
  return Buffer.concat([frame, Buffer.from([sum >> 8, sum & 0xff])])
}

describe('an answer of AA55', () => {
  const whole = answer([1, 2, 3])

  it('is taken whole, in parts, behind another and behind noise', () => {
    for (const came of [
      whole,
      Buffer.concat([answer([9], 0x82), whole]),
      Buffer.concat([Buffer.from([0xaa, 0x55, 7]), whole, whole]),
    ])
      expect(takeAa55(came, kind)).toEqual(Buffer.from([1, 2, 3]))
    for (let length = 0; length < whole.length; length += 1)
      expect(takeAa55(whole.subarray(0, length), kind)).toBeNull()
  })

  it('with another sum, or to something else, is none', () => {
    const wrong = Buffer.from(whole)
    wrong.writeUInt8(2, 8)
    wrong.writeUInt8(9, 9)
    expect(takeAa55(wrong, kind)).toBeNull()
    expect(takeAa55(answer([1, 2, 3], 0x82), kind)).toBeNull()
  })
})
