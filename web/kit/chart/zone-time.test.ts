import { describe, expect, it } from 'vitest'
import { isoTime, localTime } from './zone-time.ts'

describe('times of a zone', () => {
  it('V8: tell the two passes of the hour that comes twice apart', () => {
    const first = Date.UTC(2026, 9, 25, 0, 30)
    expect(isoTime(first, 'Europe/Berlin')).toBe('2026-10-25T02:30:00+02:00')
    expect(isoTime(first + 3_600_000, 'Europe/Berlin')).toBe('2026-10-25T02:30:00+01:00')
    expect(localTime(first, 'Europe/Berlin')).toBe('2026-10-25 02:30:00')
  })
  it.each([
    ['Asia/Kathmandu', '2026-01-01T05:45:00+05:45'],
    ['America/St_Johns', '2025-12-31T20:30:00-03:30'],
    ['UTC', '2026-01-01T00:00:00+00:00'],
    ['Pacific/Auckland', '2026-01-01T13:00:00+13:00'],
  ])('are those of %s', (zone, written) => {
    expect(isoTime(Date.UTC(2026, 0, 1), zone)).toBe(written)
    expect(Date.parse(isoTime(Date.UTC(2026, 0, 1), zone))).toBe(Date.UTC(2026, 0, 1))
  })
})
