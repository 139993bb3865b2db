import { describe, expect, it } from 'vitest'
import { serialProgress } from './serial-progress.ts'

describe('a serial number while it is typed', () => {
  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['GW24', 'unfinished'],
    ['GWABCDEF', 'unfinished'],
    ['GW24-', 'unfinished'],
    ['12345678901', 'unfinished'],
    ['121012345678', 'right'],
    ['gw2408a00017', 'right'],
    ['ＧＷ２４０８Ａ０００１７', 'right'],
    [' GW2408 A00017 ', 'right'],
    ['GW_2408', 'impossible'],
    ['-GW2408', 'impossible'],
    ['GW--2408', 'impossible'],
    ['网关2408A', 'impossible'],
    [`GW${'1'.repeat(31)}`, 'impossible'],
  ])('%j is %s', (typed, progress) => {
    expect(serialProgress(typed)).toBe(progress)
  })
})
