import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayAt,
  dayEndAt,
  daysBetween,
  daysFromTo,
  daysOfMonth,
  daysOfPeriod,
  dayStartAt,
  hoursOfDay,
  isTimeZone,
  localDayAt,
  localDayFinder,
  monthsOfYear,
  timeZoneNames,
} from './local-days.ts'

const HOUR = 3_600_000

/** Two years of each zone: the days that are not 24 hours long, and the UTC instant at which a chosen day starts. */
const golden = [
  {
    zone: 'America/Los_Angeles',
    odd: { '2024-03-10': 23, '2024-11-03': 25, '2025-03-09': 23, '2025-11-02': 25 },
    starts: { '2024-03-10': '2024-03-10T08:00Z', '2024-03-11': '2024-03-11T07:00Z' },
  },
  {
    zone: 'America/Denver',
    odd: { '2024-03-10': 23, '2024-11-03': 25, '2025-03-09': 23, '2025-11-02': 25 },
    starts: { '2024-11-03': '2024-11-03T06:00Z', '2024-11-04': '2024-11-04T07:00Z' },
  },
  {
    zone: 'Australia/Lord_Howe',
    odd: { '2024-04-07': 24.5, '2024-10-06': 23.5, '2025-04-06': 24.5, '2025-10-05': 23.5 },
    starts: { '2024-04-07': '2024-04-06T13:00Z', '2024-04-08': '2024-04-07T13:30Z' },
  },
  { zone: 'Asia/Kathmandu', odd: {}, starts: { '2024-06-01': '2024-05-31T18:15Z' } },
  { zone: 'Asia/Shanghai', odd: {}, starts: { '2024-01-01': '2023-12-31T16:00Z' } },
  {
    zone: 'Europe/Berlin',
    odd: { '2024-03-31': 23, '2024-10-27': 25, '2025-03-30': 23, '2025-10-26': 25 },
    starts: { '2024-03-31': '2024-03-30T23:00Z', '2025-10-27': '2025-10-26T23:00Z' },
  },
]

describe('local days', () => {
  it.each(golden)(
    'V8: days of $zone over two years have the right lengths and no hour twice or never',
    ({ zone, odd, starts }) => {
      const days = daysFromTo('2024-01-01', '2025-12-31')
      expect(days).toHaveLength(731)
      const short = days.filter((day) => hoursOfDay(day, zone) !== 24)
      expect(Object.fromEntries(short.map((day) => [day, hoursOfDay(day, zone)]))).toEqual(odd)
      for (const [day, iso] of Object.entries(starts)) expect(dayStartAt(day, zone)).toBe(Date.parse(iso))

      const perDay = new Map<string, number>()
      for (let ts = dayStartAt('2024-01-01', zone); ts < dayEndAt('2025-12-31', zone); ts += HOUR / 2) {
        const day = dayAt(ts, zone)
        perDay.set(day, (perDay.get(day) ?? 0) + 0.5)
      }
      expect([...perDay.keys()]).toEqual(days)
      for (const day of days) expect(perDay.get(day)).toBe(hoursOfDay(day, zone))
    },
  )

  it('V8: days tile time in every zone of the runtime, also where a clock is set back across midnight', () => {
    const names = timeZoneNames()
    expect(names.length).toBeGreaterThan(300)
    fc.assert(
      fc.property(
        fc.constantFrom(...names, 'America/St_Johns', 'Pacific/Apia', 'America/Havana'),
        fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2037-12-31') }),
        (zone, ts) => {
          const { day, startAt, endAt } = localDayAt(ts, zone)
          expect(startAt).toBeLessThanOrEqual(ts)
          expect(ts).toBeLessThan(endAt)
          expect(dayAt(startAt, zone)).toBe(day)
          expect(dayAt(endAt - 1, zone)).toBe(day)
          expect(dayAt(endAt, zone) > day).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('gives the minutes repeated across midnight to the day that has begun', () => {
    // St. John's, 28 October 2007: at 00:01 the clock went back to 23:01 of the 27th.
    const zone = 'America/St_Johns'
    const midnight = Date.parse('2007-10-28T02:30Z')
    expect(dayAt(midnight - 1, zone)).toBe('2007-10-27')
    expect(dayAt(midnight, zone)).toBe('2007-10-28')
    expect(dayAt(midnight + 30 * 60_000, zone)).toBe('2007-10-28')
  })

  it('knows a day that never was: Samoa went from the 29th to the 31st', () => {
    expect(hoursOfDay('2011-12-30', 'Pacific/Apia')).toBe(0)
    expect(dayAt(dayEndAt('2011-12-29', 'Pacific/Apia'), 'Pacific/Apia')).toBe('2011-12-31')
  })

  it('finds days in any order like the single question', () => {
    const find = localDayFinder('Europe/Berlin')
    fc.assert(
      fc.property(fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2026-01-01') }), (ts) => {
        expect(find(ts)).toEqual(localDayAt(ts, 'Europe/Berlin'))
      }),
    )
  })

  it('takes IANA names only', () => {
    const zones = ['UTC', 'Asia/Kathmandu', 'Asia/Katmandu', 'Australia/Lord_Howe']
    expect(zones.filter((name) => isTimeZone(name))).toEqual(zones)
    const others = ['', '+05:30', 'Mars/Olympus', 'europe/berlin', 'Europe/Berlin ', 'Local']
    expect(others.filter((name) => isTimeZone(name))).toEqual([])
    expect(timeZoneNames().every(isTimeZone)).toBe(true)
    expect(() => dayAt(0, 'Mars/Olympus')).toThrow(RangeError)
  })

  it('counts days, months and years', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(daysBetween('2024-12-31', '2025-01-01')).toBe(1)
    expect(daysBetween('2025-03-01', '2025-02-01')).toBe(-28)
    expect(daysFromTo('2025-01-02', '2025-01-01')).toEqual([])
    expect(daysOfMonth('2024-02')).toHaveLength(29)
    expect(monthsOfYear('2025').at(-1)).toBe('2025-12')
    expect(daysOfPeriod('2023-02')).toEqual({ fromDay: '2023-02-01', toDay: '2023-02-28' })
    expect(daysOfPeriod('2023')).toEqual({ fromDay: '2023-01-01', toDay: '2023-12-31' })
    expect(daysOfPeriod('2023-05-04')).toEqual({ fromDay: '2023-05-04', toDay: '2023-05-04' })
  })
})
