import { describe, expect, it } from 'vitest'
import { nothingTyped, typeKey } from './hand-scan.ts'

const type = (keys: readonly string[], everyMs: number): (string | null)[] => {
  let typed = nothingTyped
  return keys.map((key, no) => {
    const next = typeKey(typed, key, 1000 + no * everyMs)
    typed = next.typed
    return next.scanned
  })
}

describe('a hand scanner that types', () => {
  it('is told from a person by its speed', () => {
    const keys = [...'OP2408A1', 'Enter']
    expect(type(keys, 8).at(-1)).toBe('OP2408A1')
    expect(type(keys, 180).at(-1)).toBeNull()
  })

  it('gives nothing before its end, and begins anew afterwards', () => {
    const all = type([...'OP2408A1', 'Enter', ...'OP2408A2', 'Tab'], 8)
    expect(all.filter((one) => one !== null)).toEqual(['OP2408A1', 'OP2408A2'])
  })

  it('does not mind shift between its characters, nor a key that was pressed long before', () => {
    expect(type([...'Oo'].flatMap((key) => ['Shift', key]).concat([...'2408', 'Enter']), 8).at(-1)).toBe(
      'Oo2408',
    )
    expect(typeKey({ text: 'x', at: 0 }, 'O', 5000).typed.text).toBe('O')
  })
})
