import { describe, expect, it } from 'vitest'
import { lastDayOf, periodKey, periodOfKey, stepPeriod, todayIn } from './period.ts'

const today = '2024-03-15'

describe('the day of a station', () => {
  it('V8: is that of its zone at every offset', () => {
    const ts = Date.UTC(2024, 2, 15, 18, 20)
    expect(todayIn(ts, 'UTC')).toBe('2024-03-15')
    expect(todayIn(ts, 'Asia/Shanghai')).toBe('2024-03-16')
    expect(todayIn(ts, 'Asia/Kathmandu')).toBe('2024-03-16')
    expect(todayIn(Date.UTC(2024, 2, 15, 18, 14), 'Asia/Kathmandu')).toBe('2024-03-15')
    expect(todayIn(Date.UTC(2024, 0, 1, 5), 'America/Los_Angeles')).toBe('2023-12-31')
  })
})

describe('the period that an address names', () => {
  it.each([
    ['day', undefined, '2024-03-15'],
    ['month', undefined, '2024-03'],
    ['year', undefined, '2024'],
    ['lifetime', undefined, ''],
    ['day', '2024-02-29', '2024-02-29'],
    ['month', '2024-02-29', '2024-02'],
    ['year', '2023-07', '2023'],
    ['day', '2024-02', '2024-02-29'],
    ['day', '2023', '2023-12-31'],
    ['month', '2023', '2023-12'],
  ] as const)('%s of %s is %s', (period, of, key) => {
    expect(periodKey(period, of, today)).toBe(key)
  })
  it('is the present for the future and for what is no date', () => {
    for (const of of ['2024-03-16', '2024-04', '2025', '2024-02-30', '2024-13', '2024-00', 'x'])
      expect([of, periodKey('day', of, today)]).toEqual([of, today])
  })
  it('stays within the present month and year when a wider one is named', () => {
    expect(periodKey('day', '2024-03', today)).toBe(today)
    expect(periodKey('month', '2024', today)).toBe('2024-03')
  })
  it('does not go before the year 2000', () => {
    expect(periodKey('day', '1999-05-05', today)).toBe('2000-01-01')
  })
})

describe('stepping', () => {
  it.each([
    ['day', '2024-03-01', -1, '2024-02-29'],
    ['day', '2023-12-31', 1, '2024-01-01'],
    ['month', '2024-01', -1, '2023-12'],
    ['month', '2023-12', 1, '2024-01'],
    ['year', '2024', -1, '2023'],
  ] as const)('%s %s by %d is %s', (period, key, by, next) => {
    expect(stepPeriod(period, key, by, today)).toBe(next)
  })
  it('ends at the present and at the beginning of 2000', () => {
    expect(stepPeriod('day', today, 1, today)).toBeNull()
    expect(stepPeriod('month', '2024-03', 1, today)).toBeNull()
    expect(stepPeriod('year', '2024', 1, today)).toBeNull()
    expect(stepPeriod('day', '2000-01-01', -1, today)).toBeNull()
    expect(stepPeriod('month', '2000-01', -1, today)).toBeNull()
    expect(stepPeriod('lifetime', '', -1, today)).toBeNull()
  })
  it.each([
    ['day', 500],
    ['month', 40],
    ['year', 4],
  ] as const)('by %ss forth and back as often comes to where it began', (period, times) => {
    const first = periodKey(period, '2020-02-29', today)
    const go = (key: string | null, by: 1 | -1) => key && stepPeriod(period, key, by, today)
    let key: string | null = first
    for (let no = 0; no < times; no += 1) key = go(key, 1)
    expect(key).not.toBe(first)
    for (let no = 0; no < times; no += 1) key = go(key, -1)
    expect(key).toBe(first)
  })
})

it('a bar opens the period that it stands for', () => {
  expect(['2024-03-15', '2024-03', '2024'].map(periodOfKey)).toEqual(['day', 'month', 'year'])
  expect(['2023-02', '2024-02', '2024'].map(lastDayOf)).toEqual(['2023-02-28', '2024-02-29', '2024-12-31'])
})
