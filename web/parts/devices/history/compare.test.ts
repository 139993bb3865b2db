import { describe, expect, it } from 'vitest'
import { alignParts, clockMs, daysBefore, listOf, roomFor, stepOf, yearBefore } from './compare.ts'

describe('lists in an address', () => {
  it('have each id once, and not what is chosen already', () => {
    expect(listOf('a,b,,a,c', ['c'])).toEqual(['a', 'b'])
    expect(listOf(undefined)).toEqual([])
  })
})

it.each([
  [1, 1, 5, 4],
  [2, 1, 4, 2],
  [1, 3, 1, 2],
  [2, 3, 0, 0],
  [6, 1, 0, 0],
  [1, 5, 0, 0],
])('with %d devices and %d days there is room for %d devices and %d days more', (devices, days, d, y) => {
  expect(roomFor(devices, days)).toEqual({ devices: d, days: y })
})

describe('the clock of a station', () => {
  it('V8: is the same on days of 23, 24 and 25 hours', () => {
    const berlin = 'Europe/Berlin'
    for (const noon of ['2026-03-28T11:00Z', '2026-03-29T10:00Z', '2026-10-24T10:00Z', '2026-10-25T11:00Z'])
      expect(clockMs(Date.parse(noon), berlin)).toBe(12 * 3_600_000)
    expect(clockMs(Date.parse('2026-01-01T18:15Z'), 'Asia/Kathmandu')).toBe(0)
  })
})

const every = (ms: number) => ({ ts: Array.from({ length: 9 }, (_, no) => no * ms + (no % 2)), values: [] })

it('steps are as fine as the finest part was read', () => {
  expect(stepOf([every(300_000), every(900_000)])).toBe(300_000)
  expect(stepOf([every(3000)])).toBe(60_000)
  expect(stepOf([{ ts: [0], values: [] }])).toBe(1_800_000)
})

describe('lines of several devices', () => {
  const step = 300_000
  it('stand on common steps; a line goes on where only another was read, and its gaps stay', () => {
    const aligned = alignParts(
      [
        { ts: [1000, step + 2000, 3 * step], values: [1, null, 3] },
        { ts: [step - 1000, 2 * step], values: [0, 5] },
      ],
      step,
      0,
    )
    expect(aligned.ts).toEqual([0, step, 2 * step, 3 * step])
    expect(aligned.values).toEqual([
      [1, null, undefined, 3],
      [undefined, 0, 5, undefined],
    ])
  })
  it('a reading counts more than the gap in its step', () => {
    const { values } = alignParts([{ ts: [0, 10, 20], values: [null, 7, null] }], step, 0)
    expect(values).toEqual([[7]])
  })
  it('of several days lie over each other by the clock', () => {
    const day = 86_400_000
    const aligned = alignParts(
      [
        { ts: [0, step], values: [1, 2] },
        { ts: [day, day + step], values: [3, 4] },
      ],
      step,
      0,
      (ts) => clockMs(ts, 'UTC'),
    )
    expect(aligned).toEqual({
      ts: [0, step],
      values: [
        [1, 2],
        [3, 4],
      ],
    })
  })
})

it('days and years before', () => {
  expect([daysBefore('2026-03-01', 1), daysBefore('2026-01-03', 7)]).toEqual(['2026-02-28', '2025-12-27'])
  expect([yearBefore('month', '2026-03'), yearBefore('year', '2026')]).toEqual(['2025-03', '2025'])
  expect([yearBefore('day', '2026-03-01'), yearBefore('lifetime', ''), yearBefore('year', '2000')]).toEqual([
    null,
    null,
    null,
  ])
})
