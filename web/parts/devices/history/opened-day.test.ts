import { describe, expect, it } from 'vitest'
import { openedOf, writtenDay } from './opened-day.ts'

const none = { period: undefined, of: undefined }
const today = '2026-03-01'

describe('the day a chart opens on', () => {
  it('is the one whose energy is told before the first light', () => {
    expect(openedOf(undefined, undefined, true, today)).toBe('2026-02-28')
  })
  it('is the present one by day and in the evening', () => {
    expect(openedOf(undefined, undefined, false, today)).toBeUndefined()
  })
  it('is never another than the address names, nor one of months', () => {
    expect(openedOf(undefined, '2026-01-05', true, today)).toBe('2026-01-05')
    expect(openedOf('year', undefined, true, today)).toBeUndefined()
  })
  it('is written out when somebody goes on to the present one, else what was to be written', () => {
    expect(writtenDay(none, true, today)).toEqual({ period: undefined, of: today })
    const month = { period: 'month', of: undefined } as const
    expect(writtenDay(month, true, today)).toBe(month)
    const named = { of: '2026-02-27' }
    expect(writtenDay(named, true, today)).toBe(named)
    expect(writtenDay(none, false, today)).toBe(none)
  })
})
