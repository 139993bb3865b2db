import { expect, test } from 'vitest'
import { dayLines } from './day-line-points.ts'

const HOUR = 3_600_000
const day = { from: 0, to: 24 * HOUR }
const linesOf = (ts: number[], values: (number | null)[], gapMs = HOUR) =>
  dayLines([{ ...day, ts, values }], gapMs)[0]

test('the highest power stands at the top, from five in the morning to eight in the evening', () => {
  expect(linesOf([5 * HOUR, 5.5 * HOUR, 20 * HOUR], [0, 300, 600])).toEqual([
    [
      { x: 0, y: 100 },
      { x: 100 / 30, y: 50 },
    ],
    [{ x: 100, y: 0 }],
  ])
})

test('what was given earlier or later makes the picture wider, and a nought there does not', () => {
  const [line] = linesOf([0, 4 * HOUR, 22 * HOUR], [0, 10, 10], 24 * HOUR) ?? []
  expect(line).toEqual([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ])
})

test('a silence and an unknown value leave a hole, and a day without power has no line', () => {
  const ts = [8, 8.5, 9, 12].map((hour) => hour * HOUR)
  expect(linesOf(ts, [100, null, 100, 100])?.map((line) => line.length)).toEqual([2, 1])
  expect(linesOf(ts, [0, 0, null, 0])).toEqual([])
})

test('two days lie over each other by the time of the day, on one scale', () => {
  const before = { from: -24 * HOUR, to: 0, ts: [-19 * HOUR, -4 * HOUR], values: [200, 400] }
  const now = { ...day, ts: [5 * HOUR, 20 * HOUR], values: [100, 0] }
  expect(dayLines([now, before], 24 * HOUR)).toEqual([
    [
      [
        { x: 0, y: 75 },
        { x: 100, y: 100 },
      ],
    ],
    [
      [
        { x: 0, y: 50 },
        { x: 100, y: 0 },
      ],
    ],
  ])
  expect(
    dayLines([now, { ...before, values: [null, null] }], 24 * HOUR).map((lines) => lines.length),
  ).toEqual([1, 0])
})
