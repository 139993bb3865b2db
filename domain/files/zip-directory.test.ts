import { describe, expect, it } from 'vitest'
import { isOfficeFile } from './zip-directory.ts'

type Entry = { name: string; unpacked?: number; flags?: number }

/** A zip's directory alone: nothing but it is read. */
const zipOf = (entries: readonly Entry[], count = entries.length): Uint8Array => {
  const parts = entries.map(({ name, unpacked = 100, flags = 0 }) => {
    const bytes = new Uint8Array(46 + name.length)
    const view = new DataView(bytes.buffer)
    view.setUint32(0, 0x02014b50, true)
    view.setUint16(8, flags, true)
    view.setUint32(24, unpacked, true)
    view.setUint16(28, name.length, true)
    bytes.set(new TextEncoder().encode(name), 46)
    return bytes
  })
  const end = new Uint8Array(22)
  const view = new DataView(end.buffer)
  view.setUint32(0, 0x06054b50, true)
  view.setUint16(10, count, true)
  return Uint8Array.from([...parts, end].flatMap((part) => [...part]))
}
const docx = [{ name: '[Content_Types].xml' }, { name: 'word/document.xml' }]

describe('an Office document', () => {
  it('U7: is judged by its directory and never unpacked', () => {
    expect(isOfficeFile('docx', zipOf(docx))).toBe(true)
    expect(isOfficeFile('xlsx', zipOf(docx))).toBe(false)
    expect(isOfficeFile('docx', zipOf([{ name: 'a.jpg' }]))).toBe(false)
  })
  it('U7: that unpacks to gigabytes, carries macros or is locked is refused', () => {
    expect(isOfficeFile('docx', zipOf([...docx, { name: 'word/media/0', unpacked: 4_294_967_295 }]))).toBe(
      false,
    )
    const many = Array.from({ length: 16 }, (_, no) => ({ name: `word/${no}`, unpacked: 14 * 1024 * 1024 }))
    expect(isOfficeFile('docx', zipOf([...docx, ...many]))).toBe(false)
    expect(isOfficeFile('docx', zipOf([...docx, { name: 'word/vbaProject.bin' }]))).toBe(false)
    expect(isOfficeFile('docx', zipOf([...docx, { name: 'word/activeX/activeX1.bin' }]))).toBe(false)
    expect(isOfficeFile('docx', zipOf([...docx, { name: 'word/x', flags: 1 }]))).toBe(false)
  })
  it('U7: with a directory that is not sound is refused', () => {
    expect(isOfficeFile('docx', zipOf(docx, 3))).toBe(false)
    expect(isOfficeFile('docx', zipOf(docx, 6_000))).toBe(false)
    expect(isOfficeFile('docx', zipOf(docx).subarray(0, 60))).toBe(false)
    expect(isOfficeFile('docx', new Uint8Array(0))).toBe(false)
  })
})
