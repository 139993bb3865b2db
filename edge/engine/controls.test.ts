import { describe, expect, it } from 'vitest'
import { numberOfWords, wordsOfNumber, type RegisterNumber } from './controls.ts'

const at = (more: Partial<RegisterNumber>): RegisterNumber => ({
  address: 0,
  type: 'u16',
  order: 'high first',
  scale: 1,
  ...more,
})

describe('a number in registers', () => {
  it.each([
    [at({ scale: 0.1 }), 60.5, [605]],
    [at({ type: 'i16', scale: 0.01 }), -12.34, [0x1_0000 - 1234]],
    [at({ type: 'u32' }), 70_000, [1, 4464]],
    [at({ type: 'u32', order: 'low first' }), 70_000, [4464, 1]],
    [at({ type: 'i32' }), -2, [0xffff, 0xfffe]],
    [at({ type: 'f32', order: 'low first' }), 1.5, [0, 0x3fc0]],
    [at({ scale: 100 }), 5000, [50]],
  ])('%j says %d in %j', (number, value, words) => {
    expect(wordsOfNumber(number, value)).toEqual(words)
    expect(numberOfWords(number, words)).toBe(value)
  })

  it('is none where it does not fit', () => {
    expect(wordsOfNumber(at({}), -1)).toBeNull()
    expect(wordsOfNumber(at({ scale: 0.1 }), 7000)).toBeNull()
    expect(wordsOfNumber(at({ type: 'i32' }), Number.NaN)).toBeNull()
    expect(wordsOfNumber(at({ type: 'f32', scale: 0.01 }), 3.4e36)).not.toBeNull()
    expect(wordsOfNumber(at({ type: 'f32', scale: 0.01 }), 3.5e36)).toBeNull()
  })
})
