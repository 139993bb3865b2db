import { describe, expect, it } from 'vitest'
import { isOfficeFile, zipParts, type ZipPart } from '#domain/files/zip-directory.ts'
import { docxParts, type Lies, zipOf } from './zip-of.fixture.ts'

const partsOf = (given: Parameters<typeof zipOf>[0], lies: Lies = {}): ZipPart[] | null =>
  zipParts(zipOf(given, lies))
const isSound = (lies: Lies, given = docxParts): boolean => partsOf(given, lies) !== null
const judged = (kind: 'docx' | 'xlsx', given: Parameters<typeof zipOf>[0]): boolean =>
  isOfficeFile(kind, partsOf(given) ?? [])
/** Changes one entry of the directory, or one part's head. */
const at = (which: number, change: (view: DataView) => void) => (view: DataView, no: number) => {
  if (no === which) change(view)
}

describe('an Office document', () => {
  it('U7: is one by its parts', () => {
    expect(judged('docx', docxParts)).toBe(true)
    expect(judged('xlsx', docxParts)).toBe(false)
    expect(judged('docx', [{ name: 'a.jpg' }])).toBe(false)
  })
  it('U7: that unpacks to more than a document can or carries macros is refused', () => {
    const parts = partsOf(docxParts) ?? []
    const large = (unpacked: number): ZipPart[] => parts.map((part) => ({ ...part, unpacked }))
    expect(isOfficeFile('docx', large(60 * 1024 * 1024))).toBe(true)
    expect(isOfficeFile('docx', large(70 * 1024 * 1024))).toBe(false)
    expect(judged('docx', [...docxParts, { name: 'word/vbaProject.bin' }])).toBe(false)
    expect(judged('docx', [...docxParts, { name: 'word/activeX/activeX1.bin' }])).toBe(false)
  })
})

describe('U7: the directory of a zip', () => {
  it('U7: that is sound is taken, also with sizes behind the data, folders and a comment', () => {
    expect(partsOf(docxParts)?.map(({ name, unpacked }) => [name, unpacked])).toEqual([
      ['[Content_Types].xml', 22],
      ['_rels/.rels', 14],
      ['word/document.xml', 60_000],
    ])
    expect(isSound({ behind: true })).toBe(true)
    expect(isSound({ comment: Buffer.from('made by hand') })).toBe(true)
    expect(isSound({}, [...docxParts, { name: 'word/', data: '' }])).toBe(true)
  })

  const count = 0xffff
  it.each<[string, Lies]>([
    ['more parts than are there', { end: (view) => view.setUint16(10, 4, true) }],
    [
      'fewer parts than are there',
      { end: (view) => (view.setUint16(8, 2, true), view.setUint16(10, 2, true)) },
    ],
    ['two counts', { end: (view) => view.setUint16(8, 2, true) }],
    ['no parts', { end: (view) => (view.setUint16(8, 0, true), view.setUint16(10, 0, true)) }],
    ['64-bit counts', { end: (view) => (view.setUint16(8, count, true), view.setUint16(10, count, true)) }],
    ['a 64-bit place', { end: (view) => view.setUint32(16, 0xffffffff, true) }],
    ['another place', { end: (view) => view.setUint32(16, view.getUint32(16, true) - 1, true) }],
    ['another length', { end: (view) => view.setUint32(12, view.getUint32(12, true) + 1, true) }],
    ['another disk', { end: (view) => view.setUint16(4, 1, true) }],
    ['a comment that is longer', { end: (view) => view.setUint16(20, 9, true) }],
    ['two ends', { comment: Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18)]) }],
    ['something before the parts', { before: Buffer.from('PK\u0003\u0004 hidden') }],
    ['something behind the parts', { between: Buffer.from('PK\u0003\u0004 hidden') }],
    ['a 64-bit directory', { between: Buffer.concat([Buffer.from([0x50, 0x4b, 6, 6]), Buffer.alloc(72)]) }],
    ['a part at another place', { entry: at(1, (view) => view.setUint32(42, 1, true)) }],
    ['two parts at one place', { entry: at(1, (view) => view.setUint32(42, 0, true)) }],
    ['a part beyond the end', { entry: at(1, (view) => view.setUint32(42, 0xfffffff0, true)) }],
    [
      'a part packed longer',
      { entry: at(1, (view) => view.setUint32(20, view.getUint32(20, true) + 1, true)) },
    ],
    [
      'a part packed shorter',
      { entry: at(1, (view) => view.setUint32(20, view.getUint32(20, true) - 1, true)) },
    ],
    ['a part over all that follow', { entry: at(0, (view) => view.setUint32(20, 200, true)) }],
    ['64-bit sizes', { entry: at(1, (view) => view.setUint32(24, 0xffffffff, true)) }],
    ['a size its head does not say', { entry: at(1, (view) => view.setUint32(24, 15, true)) }],
    ['a sum its head does not say', { local: at(1, (view) => view.setUint32(14, 1, true)) }],
    ['another way of packing', { local: at(1, (view) => view.setUint16(8, 0, true)) }],
    [
      'a way of packing nobody reads',
      { entry: (view) => view.setUint16(10, 12, true), local: (view) => view.setUint16(8, 12, true) },
    ],
    [
      'a stored part that grows',
      { entry: (view) => view.setUint16(10, 0, true), local: (view) => view.setUint16(8, 0, true) },
    ],
    [
      'a locked part',
      {
        entry: at(1, (view) => view.setUint16(8, 1, true)),
        local: at(1, (view) => view.setUint16(6, 1, true)),
      },
    ],
    ['a longer name in the head', { local: at(1, (view) => view.setUint16(26, 12, true)) }],
    ['extra fields beyond the entry', { entry: at(2, (view) => view.setUint16(30, 0xfff, true)) }],
    [
      'a link',
      { entry: at(1, (view) => (view.setUint16(4, 0x0314, true), view.setUint32(38, 0xa1ff0000, true))) },
    ],
  ])('U7: with %s is refused', (_, lies) => {
    expect(isSound(lies)).toBe(false)
  })

  it.each([
    '../evil.xml',
    'word/../../evil.xml',
    'word/..',
    '/etc/passwd',
    'C:/evil.xml',
    'word\\..\\evil.xml',
    '\\\\host\\share',
    'word//document2.xml',
    './word/a.xml',
    'word/a\u0000.xml',
    '',
    'WORD/document.xml',
  ])('U7: with a part named %j is refused', (name) => {
    expect(isSound({}, [...docxParts, { name }])).toBe(false)
  })

  it('U7: that says its sizes behind the data is held to them', () => {
    const bytes = zipOf(docxParts, { behind: true })
    const mark = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x07, 0x08]))
    for (const offset of [0, 4, 8, 12]) {
      const changed = Buffer.from(bytes)
      changed[mark + offset] = (changed[mark + offset] ?? 0) ^ 1
      expect([offset, zipParts(changed)]).toEqual([offset, null])
    }
  })

  it('U7: cut off or mutilated anywhere never throws, and what is taken lies within the file', () => {
    const good = zipOf(docxParts)
    for (let length = 0; length < good.length; length += 1)
      expect([length, zipParts(good.subarray(0, length))]).toEqual([length, null])
    let seed = 7
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let run = 0; run < 20_000; run += 1) {
      const bytes = Buffer.from(good)
      for (let flips = random(4); flips >= 0; flips -= 1) bytes[random(bytes.length)] = random(256)
      for (const part of zipParts(bytes) ?? [])
        if (part.from > part.to || part.to > bytes.length) throw new Error('a part outside the file')
    }
  })
})
