import { describe, expect, it } from 'vitest'
import { zoneFacts } from './zone-facts.ts'

describe('what a phone is told of a zone', () => {
  const HOUR = 3_600_000
  it('the offset of a steady day, and its names', () => {
    const from = Date.UTC(2026, 5, 20, 16)
    expect(zoneFacts('Asia/Shanghai', from, from + 24 * HOUR)).toEqual({
      utcOffsetMs: 8 * HOUR,
      names: { zh_CN: '中国标准时间', en: 'China Standard Time' },
    })
  })
  it.each([
    ['the day itself', Date.UTC(2026, 2, 28, 23), 23],
    ['the day after', Date.UTC(2026, 2, 29, 22), 24],
  ])('no offset where the clocks are turned: %s', (_, from, hours) => {
    expect(zoneFacts('Europe/Berlin', from, from + hours * HOUR).utcOffsetMs).toBeNull()
  })
})
