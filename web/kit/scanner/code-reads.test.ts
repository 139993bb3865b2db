import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ZXING_WASM_SHA256, ZXING_WASM_VERSION } from 'barcode-detector/ponyfill'
import { describe, expect, it } from 'vitest'
import { createSeenCodes, seenPart } from './code-reads.ts'

describe('what is seen of the picture', () => {
  it('is its middle, cut at the sides or above and below', () => {
    expect(seenPart({ width: 1920, height: 1080 }, { width: 540, height: 1080 })).toEqual({
      x: 690,
      y: 0,
      width: 540,
      height: 1080,
    })
    expect(seenPart({ width: 480, height: 640 }, { width: 480, height: 320 })).toEqual({
      x: 0,
      y: 160,
      width: 480,
      height: 320,
    })
  })

  it('is all of it while nothing has a size', () => {
    expect(seenPart({ width: 640, height: 480 }, { width: 0, height: 0 })).toMatchObject({ width: 640 })
  })
})

describe('a code that stays in view', () => {
  it('is told once, and again after it was gone', () => {
    const seen = createSeenCodes()
    const told = [0, 100, 1500, 2900, 4500].map((now) => seen.isNew('A', now))
    expect(told).toEqual([true, false, false, false, true])
    expect(seen.isNew('B', 4500)).toBe(true)
  })
})

describe('the decoder', () => {
  it('is of the very version that its script was made for', () => {
    const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
    const wasm = createHash('sha256').update(readFileSync(file)).digest('hex')
    expect(wasm).toBe(ZXING_WASM_SHA256)
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', `file://${file}`), 'utf8')) as {
      version: string
    }
    expect(version).toBe(ZXING_WASM_VERSION)
  })
})
