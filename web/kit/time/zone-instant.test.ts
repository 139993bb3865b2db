import { describe, expect, it } from 'vitest'
import { instantOf, wallTime } from './zone-instant.ts'

describe('a time at the station', () => {
  it('goes to and fro in zones with half hours and on days of 23 and 25 hours', () => {
    const zones = [
      'Asia/Shanghai',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Europe/Berlin',
      'America/New_York',
    ]
    for (const timeZone of zones)
      for (let ts = Date.UTC(2026, 2, 1); ts < Date.UTC(2026, 2, 31); ts += 3_600_000 * 5) {
        const wall = wallTime(ts, timeZone)
        expect([timeZone, wall, wallTime(instantOf(wall, timeZone), timeZone)]).toEqual([
          timeZone,
          wall,
          wall,
        ])
      }
  })
  it('takes the first of an hour that comes twice, and moves on from one that is left out', () => {
    expect(instantOf({ day: '2026-10-25', clock: '02:30' }, 'Europe/Berlin')).toBe(
      Date.UTC(2026, 9, 25, 0, 30),
    )
    expect(instantOf({ day: '2026-03-29', clock: '02:30' }, 'Europe/Berlin')).toBe(
      Date.UTC(2026, 2, 29, 1, 30),
    )
  })
})
