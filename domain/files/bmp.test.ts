import { describe, expect, it } from 'vitest'
import { readBmp } from './bmp.ts'

type Given = {
  depth: number
  width: number
  height: number
  compression?: number
  palette?: readonly (readonly [number, number, number])[]
  data: readonly number[]
}

const bmpOf = ({ depth, width, height, compression = 0, palette = [], data }: Given): Uint8Array => {
  const offset = 54 + palette.length * 4
  const bytes = new Uint8Array(offset + data.length)
  const view = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  view.setUint32(10, offset, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, depth, true)
  view.setUint32(30, compression, true)
  view.setUint32(46, palette.length, true)
  for (const [no, [r, g, b]] of palette.entries()) bytes.set([b, g, r, 0], 54 + no * 4)
  bytes.set(data, offset)
  return bytes
}
const two = [
  [0, 0, 0],
  [255, 128, 1],
] as const
const most = 1e6
const pixels = (given: Given): number[] | null => {
  const read = readBmp(bmpOf(given), most)
  return read && [...read.pixels]
}

/** Red as #, everything else as a dot. */
const fill = (read: number[] | null): string =>
  (read ?? [])
    .filter((_, at) => at % 3 === 0)
    .map((red) => (red === 255 ? '#' : '.'))
    .join('')

describe('a BMP', () => {
  it('U6: of each depth is read, from below and from above', () => {
    const on = [255, 128, 1]
    const off = [0, 0, 0]
    const base = { width: 2, height: 1, palette: two }
    expect(pixels({ ...base, depth: 1, data: [0b01000000, 0, 0, 0] })).toEqual([...off, ...on])
    expect(pixels({ ...base, depth: 4, data: [0x10, 0, 0, 0] })).toEqual([...on, ...off])
    expect(pixels({ ...base, depth: 8, data: [1, 0, 0, 0] })).toEqual([...on, ...off])
    const bgr = [1, 128, 255, 0, 0, 0, 0, 0]
    expect(pixels({ depth: 24, width: 2, height: 1, data: bgr })).toEqual([...on, ...off])
    expect(pixels({ depth: 32, width: 1, height: 1, data: [1, 128, 255, 0] })).toEqual(on)
    const rows = [1, 0, 0, 0, 0, 0, 0, 0]
    expect(pixels({ ...base, width: 1, height: 2, depth: 8, data: rows })).toEqual([...off, ...on])
    expect(pixels({ ...base, width: 1, height: -2, depth: 8, data: rows })).toEqual([...on, ...off])
  })
  it('U6: packed is read, and a run that leaves its row is refused', () => {
    const base = { width: 4, height: 2, palette: two, depth: 8, compression: 1 }
    expect(fill(pixels({ ...base, data: [4, 1, 0, 0, 1, 0, 2, 1, 0, 1] }))).toBe('.##.####')
    expect(fill(pixels({ ...base, data: [0, 4, 1, 0, 1, 0, 0, 2, 1, 1, 3, 1, 0, 1] }))).toBe('')
    expect(fill(pixels({ ...base, data: [0, 3, 1, 0, 1, 0, 0, 1] }))).toBe('....#.#.')
    for (const bad of [
      [5, 1, 0, 1],
      [4, 1, 1, 1, 0, 1],
      [0, 5, 1, 1, 1, 1, 1, 0],
      [0, 2, 5, 0, 0, 1],
      [0, 2, 0, 2, 0, 1],
      [4, 1],
      [4, 2, 0, 1],
    ])
      expect([bad, pixels({ ...base, data: bad })]).toEqual([bad, null])
    expect(fill(pixels({ ...base, depth: 4, compression: 2, data: [4, 0x10, 0, 1] }))).toBe('....#.#.')
  })
  it('U6: whose lengths, depth or palette do not add up is refused', () => {
    const good = { depth: 8, width: 2, height: 2, palette: two, data: [0, 1, 0, 0, 1, 0, 0, 0] }
    expect(pixels(good)).not.toBeNull()
    expect(pixels({ ...good, data: good.data.slice(1) })).toBeNull()
    expect(pixels({ ...good, data: [2, 1, 0, 0, 1, 0, 0, 0] })).toBeNull()
    expect(pixels({ ...good, depth: 16 })).toBeNull()
    // Pixels that begin in the head or in the palette would show what stands there.
    const plain = { depth: 24, width: 2, height: 2, data: Array.from({ length: 16 }, () => 0) }
    for (const one of [good, plain]) {
      const bytes = bmpOf(one)
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      const begin = view.getUint32(10, true)
      expect(readBmp(bytes, 100)).not.toBeNull()
      for (const elsewhere of [0, 14, begin - 1, begin + 1, bytes.length + 1, 0xffffffff]) {
        view.setUint32(10, elsewhere, true)
        expect([elsewhere, readBmp(bytes, 100)]).toEqual([elsewhere, null])
      }
    }
    expect(pixels({ ...good, width: 0 })).toBeNull()
    expect(pixels({ ...good, width: -2 })).toBeNull()
    expect(pixels({ ...good, compression: 4 })).toBeNull()
    expect(pixels({ ...good, compression: 2 })).toBeNull()
    expect(pixels({ ...good, width: 1001, height: 1000 })).toBeNull()
    expect(pixels({ ...good, width: 2 ** 30, height: 2 ** 30 })).toBeNull()
  })
  it('U6: of 100,000 mutilated ones none throws or reads beyond its pixels', () => {
    const starts = [
      bmpOf({
        depth: 8,
        width: 4,
        height: 2,
        palette: two,
        compression: 1,
        data: [4, 1, 0, 0, 1, 0, 2, 1, 0, 1],
      }),
      bmpOf({
        depth: 4,
        width: 4,
        height: 2,
        palette: two,
        compression: 2,
        data: [4, 16, 0, 0, 0, 3, 17, 16, 0, 1],
      }),
      bmpOf({ depth: 24, width: 2, height: 2, data: Array.from({ length: 16 }, (_, no) => no) }),
      bmpOf({
        depth: 32,
        width: 2,
        height: 2,
        compression: 3,
        data: Array.from({ length: 32 }, (_, no) => no * 8),
      }),
      bmpOf({ depth: 1, width: 9, height: 2, palette: two, data: Array.from({ length: 8 }, (_, no) => no) }),
    ]
    let seed = 7
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    let read = 0
    for (let run = 0; run < 100_000; run += 1) {
      const start = starts[run % starts.length] ?? new Uint8Array()
      const bytes = start.slice(0, random(8) === 0 ? random(start.length + 1) : start.length)
      for (let flips = random(4); flips >= 0; flips -= 1) bytes[random(bytes.length)] = random(256)
      const found = readBmp(bytes, 10_000)
      if (found === null) continue
      read += 1
      if (
        found.pixels.length !== found.width * found.height * found.channels ||
        found.width * found.height > 10_000
      )
        throw new Error('more or fewer pixels than promised')
    }
    expect(read).toBeGreaterThan(1_000)
  })
})
