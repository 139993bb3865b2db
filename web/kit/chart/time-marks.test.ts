import { describe, expect, it } from 'vitest'
import { timeMarks, wallMinute } from './time-marks.ts'

const hour = 3_600_000
const clocks = (from: number, hours: number, zone: string, most: number): string[] =>
  timeMarks(from, from + hours * hour, zone, most).map((ts) => {
    const minute = wallMinute(ts, zone)
    return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
  })

describe('marks of a time axis', () => {
  it('stand at round hours of the station, not of the phone', () => {
    const from = Date.UTC(2025, 5, 10, 16) // 11 June, 0:00 in Shanghai
    expect(clocks(from, 24, 'Asia/Shanghai', 7)).toEqual([
      '0:00',
      '4:00',
      '8:00',
      '12:00',
      '16:00',
      '20:00',
      '0:00',
    ])
  })
  it('V8: a day of 23 hours lacks the skipped hour', () => {
    const from = Date.UTC(2025, 2, 29, 23) // 30 March, 0:00 in Berlin
    const marks = clocks(from, 23, 'Europe/Berlin', 30)
    expect(marks).not.toContain('2:00')
    expect(marks).toHaveLength(24)
    expect(marks.at(-1)).toBe('0:00')
  })
  it('V8: a day of 25 hours has the repeated hour twice', () => {
    const from = Date.UTC(2025, 9, 25, 22) // 26 October, 0:00 in Berlin
    const marks = clocks(from, 25, 'Europe/Berlin', 30)
    expect(marks.filter((mark) => mark === '2:00')).toHaveLength(2)
    expect(marks).toHaveLength(26)
  })
  it('V8: zones at +05:45 and half-hour summer time keep round local hours', () => {
    const kathmandu = Date.UTC(2025, 0, 1, 18, 15)
    expect(clocks(kathmandu, 24, 'Asia/Kathmandu', 5)).toEqual(['0:00', '6:00', '12:00', '18:00', '0:00'])
    // Lord Howe: on 5 October 2025 the clock goes from 2:00 to 2:30.
    const lordHowe = Date.UTC(2025, 9, 4, 13, 30)
    expect(clocks(lordHowe, 23.5, 'Australia/Lord_Howe', 30)).not.toContain('2:00')
    expect(clocks(lordHowe, 23.5, 'Australia/Lord_Howe', 30)).toContain('3:00')
  })
  it('never gives more marks than asked for', () => {
    for (const most of [2, 4, 6, 9]) {
      expect(timeMarks(0, 24 * hour, 'UTC', most).length).toBeLessThanOrEqual(most + 1)
    }
  })
})
