import { assert, constantFrom, double, integer, nat, oneof, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ageOf,
  write,
  writeClock,
  writeDay,
  writeInstant,
  writeMark,
  writeMoney,
  writeNumber,
} from './format.ts'

const written = (measure: Parameters<typeof write>[1], value: number | null, like?: number): string => {
  const { text, unit } = write('en', measure, value, like)
  return `${text} ${unit}`.trim()
}

describe('figures', () => {
  it.each([
    [0, '0 W'],
    [865.4, '865 W'],
    [999.4, '999 W'],
    [999.6, '1.00 kW'],
    [8650, '8.65 kW'],
    [9_996, '10.0 kW'],
    [86_540, '86.5 kW'],
    [99_960, '100 kW'],
    [865_400, '865 kW'],
    [999_600, '1.00 MW'],
    [-22, '-22 W'],
    [-0.2, '0 W'],
    [12_345_000_000, '12.3 GW'],
  ])('%d W is written %s', (value, text) => {
    expect(written('power', value)).toBe(text)
  })
  it('scales energy up to GWh', () => {
    expect(written('energy', 43_934_840)).toBe('43.9 MWh')
    expect(written('energy', 2_500_000_000)).toBe('2.50 GWh')
  })
  it('never writes an unknown value as a number', () => {
    for (const measure of ['power', 'energy', 'voltage', 'share', 'count'] as const) {
      expect(write('en', measure, null).text).toBeNull()
      expect(write('en', measure, Number.NaN).text).toBeNull()
    }
  })
  it('keeps one unit along an axis', () => {
    expect(written('power', 500, 20_000)).toBe('0.5 kW')
    expect(written('power', 0, 20_000)).toBe('0.0 kW')
  })
  it('marks an axis without needless decimals', () => {
    expect([0, 25_000, 50_000].map((value) => writeMark('en', 'power', value, 50_000))).toEqual([
      '0',
      '25',
      '50',
    ])
    expect(writeMark('en', 'power', 2500, 10_000)).toBe('2.5')
    expect(writeMark('en', 'voltage', 230, 400)).toBe('230')
  })
  it('writes numbers and money in the language', () => {
    expect(writeNumber('zh_CN', 1234.5)).toBe('1,234.5')
    expect(writeMoney('en', 12.5, 'EUR')).toBe('€12.50')
    expect(writeMoney('en', 12.5, 'bad!')).toBe('12.50 bad!')
  })
})

describe('numbers', () => {
  it('are written as Intl writes them, in both languages', () => {
    const numbers = oneof(
      double({ min: -1e9, max: 1e9, noNaN: true }),
      integer({ min: -99_999_999, max: 99_999_999 }).map((n) => n / 1000),
      constantFrom(0, -0, 1.005, 2.675, -0.004, 0.5, 1.5, 999.995, 1e-7),
    )
    assert(
      property(numbers, nat(4), nat(4), (value, one, other) => {
        const [least, most] = [Math.min(one, other), Math.max(one, other)]
        for (const language of ['en', 'zh_CN'] as const) {
          const intl = new Intl.NumberFormat(language === 'en' ? 'en' : 'zh-CN', {
            minimumFractionDigits: least,
            maximumFractionDigits: most,
            signDisplay: 'negative',
          })
          expect(writeNumber(language, value, most, least)).toBe(intl.format(value))
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('times', () => {
  it('shows the clock of the zone, half-hour zones included', () => {
    const ts = Date.UTC(2025, 2, 30, 0, 59)
    expect(writeClock(ts, 'Europe/Berlin')).toBe('01:59')
    expect(writeClock(ts + 60_000, 'Europe/Berlin')).toBe('03:00')
    expect(writeClock(ts, 'Asia/Kathmandu')).toBe('06:44')
  })
  it('writes calendar days without a zone', () => {
    expect(writeDay('en', '2025-03-01')).toBe('Mar 1, 2025')
    expect(writeDay('zh_CN', '2025-03')).toBe('2025年3月')
    expect(writeDay('zh_CN', '2025')).toBe('2025年')
  })
  it('writes days and instants as Intl does', () => {
    const forms = {
      full: { year: 'numeric', month: 'short', day: 'numeric' },
      short: { month: 'short', day: 'numeric' },
      weekday: { month: 'short', day: 'numeric', weekday: 'short' },
    } as const
    assert(
      property(
        constantFrom('en' as const, 'zh_CN' as const),
        constantFrom('full' as const, 'short' as const, 'weekday' as const),
        integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 31) }),
        (language, form, ts) => {
          const locale = language === 'en' ? 'en' : 'zh-CN'
          const written = (options: Intl.DateTimeFormatOptions): string =>
            new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(ts)
          const day = new Date(ts).toISOString().slice(0, 10)
          expect(writeDay(language, day, form)).toBe(written(forms[form]))
          expect(writeDay(language, day.slice(0, 7), form)).toBe(
            written({ year: 'numeric', month: form === 'short' ? 'short' : 'long' }),
          )
          expect(writeInstant(language, ts, 'UTC')).toBe(
            written({ ...forms.full, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
  it('tells an age in the coarsest unit that is true', () => {
    const now = 1_000_000_000_000
    expect(ageOf(null, now)).toEqual({ key: 'never' })
    expect(ageOf(now + 5000, now)).toEqual({ key: 'now' })
    expect(ageOf(now - 59_999, now)).toEqual({ key: 'seconds', n: 59 })
    expect(ageOf(now - 60_000, now)).toEqual({ key: 'minutes', n: 1 })
    expect(ageOf(now - 47 * 3_600_000, now)).toEqual({ key: 'hours', n: 47 })
    expect(ageOf(now - 48 * 3_600_000, now)).toEqual({ key: 'days', n: 2 })
  })
})
