import { describe, expect, it } from 'vitest'
import { bitsOf, rawNumber } from './raw-words.ts'

const bit = (word: unknown) => bitsOf({ Evt1: word }, 'Evt1')

describe('raw words', () => {
  it.each([
    ['16 bits, unsigned', 0xffff, 0x8000, 0x7fff],
    ['16 bits, signed', -1, -0x8000, 0x7fff],
    ['32 bits, unsigned', 0xffff_ffff, 0x8000_0000, 0x7fff_ffff],
    ['32 bits, signed', -1, -0x8000_0000, 0x7fff_ffff],
    ['64 bits, unsigned', 2 ** 64, 2 ** 63, 2 ** 63 - 1],
    ['64 bits, signed', -1, -(2 ** 63), 2 ** 63 - 1],
  ])('V2: of %s that stand for no value no bit is set and no number is read', (_, ones, top, most) => {
    for (const word of [ones, top, most]) expect(bit(word)).toBeNull()
    // -1 is a number, too: only of bits it is known to be all of them.
    for (const word of [ones, top, most].filter((one) => one !== -1))
      expect(rawNumber({ Riso: word }, 'Riso')).toBeNull()
  })

  it('reads what is a word, and of no other thing makes one', () => {
    expect([bit(0), bit(1), bit(0x8001), bit(6)]).toEqual([0, 1, 0x8001, 6])
    for (const odd of [undefined, null, '1', true, 1.5, -7, Number.NaN]) expect(bit(odd)).toBeNull()
    expect(bitsOf(null, 'Evt1')).toBeNull()
    expect(rawNumber({ Riso: 38 }, 'Riso')).toBe(38)
    // 65.535 MΩ and 3276.7 kΩ are registers without a value that a scale was applied to.
    for (const scaled of [65_535_000, 6553.5, 3276.7, 32.767, -1_000_000])
      expect(rawNumber({ Riso: scaled }, 'Riso')).toBeNull()
  })
})
