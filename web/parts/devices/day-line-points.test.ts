import { expect, test } from 'vitest'
import { dayLines } from './day-line-points.ts'

const HOUR = 3_600_000
const day = { from: 0, to: 24 * HOUR, gapMs: HOUR }

test('the highest power stands at the top, from five in the morning to eight in the evening', () => {
  expect(dayLines({ ...day, ts: [5 * HOUR, 5.5 * HOUR, 20 * HOUR], values: [0, 300, 600] })).toEqual([
    [
      { x: 0, y: 100 },
      { x: 100 / 30, y: 50 },
    ],
    [{ x: 100, y: 0 }],
  ])
})

test('what was given earlier or later makes the picture wider, and a nought there does not', () => {
  const [line] = dayLines({ ...day, gapMs: 24 * HOUR, ts: [0, 4 * HOUR, 22 * HOUR], values: [0, 10, 10] })
  expect(line).toEqual([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ])
})

test('a silence and an unknown value leave a hole, and a day without power has no line', () => {
  const ts = [8, 8.5, 9, 12].map((hour) => hour * HOUR)
  expect(dayLines({ ...day, ts, values: [100, null, 100, 100] }).map((line) => line.length)).toEqual([2, 1])
  expect(dayLines({ ...day, ts, values: [0, 0, null, 0] })).toEqual([])
})
