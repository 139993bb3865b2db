import { describe, expect, it } from 'vitest'
import { type ClockHeard, clockIsLate, clockKnown, hearClock } from './clock-lateness.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const reportMin = 5

/** Messages by arrival and lateness, minutes: whether each was laid to the clock. */
const judge = (
  messages: readonly (readonly [at: number, late: number])[],
  known: ClockHeard | null = null,
) => {
  let heard = known
  return messages.map(([at, late]) => {
    const lateMs = late * MINUTE
    heard = hearClock(heard, { lateMs, arrivedAt: at * MINUTE, reportMin })
    return clockIsLate(heard, lateMs, reportMin) !== null
  })
}

describe('a clock that is steadily late', () => {
  it.each([
    ['an hour behind', 60],
    ['two intervals behind', 10],
    ['an hour ahead', -60],
    ['two intervals ahead', -10],
  ])('D10: %s is found with the third report', (_, late) => {
    expect(judge([0, 5, 10, 15].map((at) => [at, late * (1 + at / 1000)]))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('D10: what is less than two intervals late is sampling and sending', () => {
    expect(judge([0, 5, 10, 15].map((at) => [at, 9.9]))).toEqual([false, false, false, false])
  })

  it('D10: what waited and is sent in a burst, or ever less late, is no clock', () => {
    expect(judge([60, 60.01, 60.02, 60.03].map((at) => [at, 60]))).toEqual([false, false, false, false])
    expect(judge([0, 5, 10, 15, 20].map((at) => [at, 60 - 2 * at]))).toEqual(Array(5).fill(false))
    // A queue that is sent in its own pace: every message is older than half an interval more or less than the last.
    expect(judge([0, 1, 2, 3, 4, 5].map((n) => [n, 60 - 4 * n]))).toEqual(Array(6).fill(false))
  })

  it('D10: a clock that is right again is believed at once', () => {
    const messages = [0, 5, 10].map((at) => [at, 60] as const)
    expect(judge([...messages, [15, 0.1], [20, 60]])).toEqual([false, false, true, false, false])
  })

  it('D10: what it said when it connected needs no further proof', () => {
    expect(judge([[0, 60]], clockKnown(-HOUR, reportMin))).toEqual([true])
    expect(judge([[0, 60]], clockKnown(-3 * HOUR, reportMin))).toEqual([false])
    expect(clockKnown(-2 * MINUTE, reportMin)).toBeNull()
    expect(clockKnown(null, reportMin)).toBeNull()
  })
})
