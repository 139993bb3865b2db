import { describe, expect, it } from 'vitest'
import { createFileBuilder } from './shell-files.ts'

const part = (file: number, n: number, text: string, more: object = {}) => ({
  file,
  files: 2,
  name: `photo-${file}.jpg`,
  mime: 'image/jpeg',
  n,
  of: 2,
  data: btoa(text),
  ...more,
})

describe('files that a shell picked', () => {
  it('are whole once every part is there, in whatever order', async () => {
    const { add } = createFileBuilder()
    expect(add(part(1, 1, 'ld'))).toBe('incomplete')
    expect(add(part(0, 0, 'he'))).toBe('incomplete')
    expect(add(part(0, 1, 'llo'))).toBe('incomplete')
    const files = add(part(1, 0, 'wor'))
    if (typeof files === 'string') throw new Error(files)
    expect(await Promise.all(files.map((one) => one.text()))).toEqual(['hello', 'world'])
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['photo-0.jpg', 'image/jpeg'],
      ['photo-1.jpg', 'image/jpeg'],
    ])
  })

  it('none at all when somebody cancelled', () => {
    expect(createFileBuilder().add(part(0, 0, '', { files: 0 }))).toEqual([])
  })

  it('W4: parts that contradict each other or are no base64 make no file', () => {
    for (const wrong of [{ file: 2 }, { n: 2 }, { of: 0 }, { of: 9_999, n: 9_998 }, { data: '%%%' }])
      expect([wrong, createFileBuilder().add(part(0, 0, 'x', wrong))]).toEqual([wrong, 'wrong'])
    const { add } = createFileBuilder()
    add(part(0, 0, 'a'))
    expect(add(part(0, 1, 'b', { of: 3 }))).toBe('wrong')
    expect(add(part(0, 1, 'b', { files: 3 }))).toBe('wrong')
  })
})
