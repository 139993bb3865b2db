import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knowOffset, wallClock, wallDay, zoneOffset } from './wall-clock.ts'

const zones = [
  'UTC',
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/New_York',
]

describe('the clock on the wall', () => {
  it('V8: says what Intl says, at every minute of every zone, when clocks are turned too', () => {
    assert(
      property(
        constantFrom(...zones),
        integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) }),
        (timeZone, ts) => {
          const parts = new Intl.DateTimeFormat('en-GB', {
            timeZone,
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          })
          expect(wallClock(ts, timeZone)).toBe(parts.format(ts))
          expect(wallDay(ts, timeZone)).toBe(
            new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ts),
          )
        },
      ),
      { numRuns: 400 },
    )
  })
  it.each([
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 1), 60, 120],
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 1), 120, 60],
    ['Australia/Lord_Howe', Date.UTC(2025, 9, 4, 15, 30), 630, 660],
  ])('V8: in %s the offset changes at the very instant', (zone, at, before, after) => {
    expect(zoneOffset(at - 1, zone) / 60_000).toBe(before)
    expect(zoneOffset(at, zone) / 60_000).toBe(after)
  })
  it('keeps what stands behind the second', () => {
    expect(zoneOffset(Date.UTC(2026, 0, 1, 0, 0, 0, 417), 'Asia/Shanghai')).toBe(8 * 3_600_000)
  })
  it('asks Intl nothing about a day whose offset the server told', () => {
    const [from, to] = [Date.UTC(2026, 5, 20, 16), Date.UTC(2026, 5, 21, 16)]
    const zone = 'Mars/Olympus'
    knowOffset(zone, from, to, 8 * 3_600_000)
    for (let ts = from; ts <= to; ts += 300_000) expect(zoneOffset(ts, zone)).toBe(8 * 3_600_000)
    expect(wallDay(from, zone)).toBe('2026-06-21')
    expect(() => zoneOffset(to + 3 * 86_400_000, zone)).toThrow(RangeError)
  })
  it('refuses a zone that is none', () => {
    expect(() => zoneOffset(0, 'Mars/Olympus')).toThrow(RangeError)
  })
})
