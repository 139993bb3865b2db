import { describe, expect, it } from 'vitest'
import { type ZipPart, zipParts } from '#domain/files/zip-directory.ts'
import { docxParts, zipOf } from './zip-of.fixture.ts'
import { partsHold } from './weigh-parts.ts'

const bytes = zipOf([...docxParts, { name: 'word/empty.xml', data: '' }])
const parts = zipParts(bytes) ?? []
const with1 = (change: Partial<ZipPart>): ZipPart[] =>
  parts.map((part) => (part.name === 'word/document.xml' ? { ...part, ...change } : part))

describe('U7: the parts of an Office file', () => {
  it('U7: that unpack to what the directory says are taken', async () => {
    expect(parts).toHaveLength(4)
    expect(await partsHold(bytes, parts)).toBe(true)
  })
  it('U7: that unpack to more, to less or to something else are refused', async () => {
    for (const change of [{ unpacked: 59_999 }, { unpacked: 60_001 }, { unpacked: 1 }, { crc: 1 }])
      expect([change, await partsHold(bytes, with1(change))]).toEqual([change, false])
  })
  it('U7: that are cut off or followed by something are refused', async () => {
    const part = parts.find(({ name }) => name === 'word/document.xml')
    expect(await partsHold(bytes, with1({ to: (part?.to ?? 0) - 1 }))).toBe(false)
    expect(await partsHold(bytes, with1({ to: (part?.to ?? 0) + 9 }))).toBe(false)
    expect(await partsHold(Buffer.alloc(bytes.length, 0xff), parts)).toBe(false)
  })
})
