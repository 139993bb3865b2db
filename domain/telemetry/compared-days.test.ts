import { describe, expect, it } from 'vitest'
import { changeOf, comparedDays } from './compared-days.ts'

const days = (of: string, today: string) =>
  comparedDays(of, today).map(({ what, own, other }) => [
    what,
    `${own.fromDay}/${own.toDay}`,
    `${other.fromDay}/${other.toDay}`,
  ])

const side = (wh: number | null, coverage: number | null = 1) => ({ wh, coverage })

describe('which days are compared', () => {
  it('takes months that are over whole, however long they are', () => {
    expect(days('2026-10', '2026-11-25')).toEqual([
      ['before', '2026-10-01/2026-10-31', '2026-09-01/2026-09-30'],
      ['year', '2026-10-01/2026-10-31', '2025-10-01/2025-10-31'],
    ])
  })
  it('takes of a month that runs the days that are over, and as many of the other', () => {
    expect(days('2026-11', '2026-11-25')).toEqual([
      ['before', '2026-11-01/2026-11-24', '2026-10-01/2026-10-24'],
      ['year', '2026-11-01/2026-11-24', '2025-11-01/2025-11-24'],
    ])
    // February is shorter than what lies behind of March.
    expect(days('2026-03', '2026-03-31')[0]).toEqual([
      'before',
      '2026-03-01/2026-03-28',
      '2026-02-01/2026-02-28',
    ])
  })
  it('compares nothing on the first day', () => {
    expect(days('2026-11', '2026-11-01')).toEqual([])
    expect(days('2026', '2026-01-01')).toEqual([])
  })
  it('compares a year up to the same day of the calendar, also from a leap day', () => {
    expect(days('2028', '2028-03-01')).toEqual([['before', '2028-01-01/2028-02-29', '2027-01-01/2027-02-28']])
    expect(days('2025', '2026-11-25')).toEqual([['before', '2025-01-01/2025-12-31', '2024-01-01/2024-12-31']])
  })
})

describe('the difference', () => {
  it('is the share more or less', () => {
    expect(changeOf(side(108), side(100))).toBeCloseTo(0.08)
  })
  it('is unknown where a side is not whole, unknown or nothing', () => {
    expect(changeOf(side(108, 0.97), side(100))).toBeNull()
    expect(changeOf(side(108), side(100, null))).toBeNull()
    expect(changeOf(side(null), side(100))).toBeNull()
    expect(changeOf(side(1), side(0))).toBeNull()
  })
})
