import { describe, expect, it } from 'vitest'
import { asDay, dayIn, fromDay, moveTo, shownKey, stepKey } from './periods.ts'

const today = '2026-03-15'

describe('the calendar of a station', () => {
  it('V8: is that of its own zone', () => {
    const ts = Date.UTC(2026, 2, 14, 20)
    expect(dayIn(ts, 'Asia/Shanghai')).toBe('2026-03-15')
    expect(dayIn(ts, 'Asia/Kathmandu')).toBe('2026-03-15')
    expect(dayIn(ts, 'America/Los_Angeles')).toBe('2026-03-14')
  })
  it('shows what the address says, cut to the period, else the present', () => {
    expect(shownKey('day', undefined, today)).toBe(today)
    expect(shownKey('month', '2026-02-03', today)).toBe('2026-02')
    expect(shownKey('day', '2026-02', today)).toBe(today)
    expect(shownKey('year', undefined, today)).toBe('2026')
    expect(shownKey('lifetime', '2026', today)).toBe('')
  })
  it.each([
    ['day', '2026-03-01', -1, '2026-02-28'],
    ['day', '2024-02-29', 1, '2024-03-01'],
    ['day', '2026-03-14', 1, today],
    ['day', today, 1, null],
    ['month', '2026-01', -1, '2025-12'],
    ['month', '2026-03', 1, null],
    ['year', '2025', 1, '2026'],
    ['year', '2000', -1, null],
    ['day', '2000-01-01', -1, null],
    ['lifetime', '', -1, null],
  ] as const)('%s %s moved by %d is %s', (period, key, step, to) => {
    expect(stepKey(period, key, step, today)).toBe(to)
  })
  it('keeps its place when the period changes', () => {
    expect(moveTo('month', '2026-02-03', today)).toBe('2026-02')
    expect(moveTo('year', today, today)).toBeUndefined()
    expect(moveTo('day', '2026-02', today)).toBe('2026-02-28')
    expect(moveTo('day', '2026-03', today)).toBeUndefined()
    expect(moveTo('month', '2025', today)).toBe('2025-12')
    expect(moveTo('day', '', today)).toBeUndefined()
    expect(moveTo('lifetime', '2025', today)).toBeUndefined()
  })
  it('goes to the wheels and back', () => {
    expect(asDay('2026')).toBe('2026-01-01')
    expect(asDay('2026-07')).toBe('2026-07-01')
    expect(asDay(today)).toBe(today)
    expect(fromDay('month', '2026-07-01')).toBe('2026-07')
  })
})
