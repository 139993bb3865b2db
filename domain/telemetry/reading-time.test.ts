import { describe, expect, it } from 'vitest'
import { movesLatest, readingTime } from './reading-time.ts'

const arrivedAt = Date.parse('2025-08-19T12:00:00Z')
const retentionFrom = Date.parse('2025-05-01T00:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const at = (deviceTs: number | null, hist = false) =>
  readingTime({ deviceTs, hist, arrivedAt, retentionFrom })
const kept = { refused: null, ts: arrivedAt, clockWrong: true }

describe('time of a reading', () => {
  it.each([
    ['1970', 0],
    ['1999', Date.parse('1999-12-31T23:59:59Z')],
    ['a year behind', arrivedAt - 365 * DAY],
    ['a day and a second behind', arrivedAt - DAY - 1000],
    ['ten minutes and a second ahead', arrivedAt + 10 * MINUTE + 1000],
    ['a year ahead', arrivedAt + 365 * DAY],
    ['the year 9999', 253_402_300_799_999],
    ['no number', Number.NaN],
  ])('D10: a clock of %s keeps the arrival and is flagged', (_, deviceTs) => {
    expect(at(deviceTs)).toEqual(kept)
  })

  it.each([
    ['right', 0],
    ['ten minutes ahead', 10 * MINUTE],
    ['a day behind', -DAY],
  ])('D10: a clock that is %s is believed', (_, skew) => {
    expect(at(arrivedAt + skew)).toEqual({ refused: null, ts: arrivedAt + skew, clockWrong: false })
  })

  it('D10: back-fill may be old, but not ahead', () => {
    const old = Date.parse('2025-06-01T00:00Z')
    expect(at(old, true)).toEqual({ refused: null, ts: old, clockWrong: false })
    expect(at(arrivedAt + DAY, true)).toEqual(kept)
  })

  it('D16: back-fill older than the retention or than 2000 is refused with its reason', () => {
    expect(at(retentionFrom, true)).toMatchObject({ refused: null })
    expect(at(retentionFrom - 1, true)).toEqual({ refused: 'older_than_retention' })
    expect(at(Date.parse('1999-12-31T23:59:59.999Z'), true)).toEqual({ refused: 'before_2000' })
  })

  it('takes the arrival when no time came', () => {
    expect(at(null)).toEqual({ refused: null, ts: arrivedAt, clockWrong: false })
  })

  it('D8 D16: the latest value moves forward only, and never by back-fill', () => {
    expect(movesLatest(null, { ts: 5, hist: false })).toBe(true)
    expect(movesLatest(5, { ts: 6, hist: false })).toBe(true)
    expect(movesLatest(5, { ts: 5, hist: false })).toBe(false)
    expect(movesLatest(5, { ts: 4, hist: false })).toBe(false)
    expect(movesLatest(5, { ts: 6, hist: true })).toBe(false)
    expect(movesLatest(null, { ts: 6, hist: true })).toBe(false)
  })
})
