import { describe, expect, it } from 'vitest'
import { decode } from './decode.ts'
import { model } from './points.ts'

const one = (type: string, words: number[]) =>
  decode(model(`V ${type}`), Uint16Array.from([1, words.length, ...words])).values['V']

const scaled = (raw: number, power: number) =>
  decode(model('V uint16 W S\nS sunssf'), Uint16Array.from([1, 2, raw, power & 0xffff])).values['V']

describe('a point', () => {
  it.each([
    ['int16', [0x8000]],
    ['uint16', [0xffff]],
    ['count', [0xffff]],
    ['acc16', [0]],
    ['enum16', [0xffff]],
    ['bitfield16', [0xffff]],
    ['sunssf', [0x8000]],
    ['pad', [7]],
    ['int32', [0x8000, 0]],
    ['uint32', [0xffff, 0xffff]],
    ['acc32', [0, 0]],
    ['enum32', [0xffff, 0xffff]],
    ['bitfield32', [0xffff, 0xffff]],
    ['float32', [0x7fc0, 0]],
    ['float32', [0xffc0, 1]],
    ['float32', [0x7f80, 0]],
    ['int64', [0x8000, 0, 0, 0]],
    ['uint64', [0xffff, 0xffff, 0xffff, 0xffff]],
    ['acc64', [0, 0, 0, 0]],
    ['float64', [0x7ff8, 0, 0, 0]],
    ['string2', [0, 0]],
    ['string2', [0xffff, 0xffff]],
    ['string2', [0x2020, 0x2000]],
  ])('of %s that is not implemented is null', (type, words) => {
    expect(one(type, words)).toBeNull()
  })

  it.each([
    ['int16', [0xffff], -1],
    ['int16', [0x7fff], 32_767],
    ['uint16', [0x8000], 32_768],
    ['int32', [0xffff, 0xfffe], -2],
    ['uint32', [0x8000, 0], 2_147_483_648],
    ['acc32', [0xffff, 0xffff], 4_294_967_295],
    ['float32', [0x4048, 0xf5c3], Math.fround(3.14)],
    ['int64', [0xffff, 0xffff, 0xffff, 0xffff], -1],
    ['uint64', [0, 1, 0, 0], 2 ** 32],
    ['acc64', [0, 0, 1, 0], 65_536],
    ['float64', [0x3ff8, 0, 0, 0], 1.5],
    ['string2', [0x4142, 0x4300], 'ABC'],
    ['string3', [0x4142, 0x0043, 0x4343], 'AB'],
    ['string2', [0x53c3, 0xbc64], 'Süd'],
    ['string2', [0x53fc, 0x6420], 'Süd'],
  ])('of %s is read high word first', (type, words, value) => {
    expect(one(type, words)).toBe(value)
  })

  it('is scaled to the nearest number, and unknown without its scale', () => {
    expect(scaled(2357, -1)).toBe(235.7)
    expect(scaled(49_987, -3)).toBe(49.987)
    expect(scaled(12, 3)).toBe(12_000)
    expect(scaled(0xffff, 0)).toBeNull()
    expect(scaled(12, -32_768)).toBeNull()
    expect(scaled(12, 11)).toBeNull()
    expect(decode(model('V int16 C -1'), Uint16Array.from([1, 1, 215])).values['V']).toBe(21.5)
  })
})
