import { expect, it } from 'vitest'
import { monthGrid, monthsOf, stepMonth, weekdays } from './calendar.ts'

it('a month has its days under their weekdays', () => {
  const february = monthGrid('2024-02')
  expect(february.slice(0, 5)).toEqual([null, null, null, '2024-02-01', '2024-02-02'])
  expect(february.filter(Boolean)).toHaveLength(29)
  expect(monthGrid('2024-01')[0]).toBe('2024-01-01')
  expect(monthGrid('2026-11').indexOf('2026-11-01')).toBe(6)
})

it.each([
  ['2024-01', -1, '2023-12'],
  ['2024-12', 1, '2025-01'],
])('%s by %d is %s', (month, by, next) => {
  expect(stepMonth(month, by)).toBe(next)
})

it('names months and weekdays', () => {
  expect(monthsOf('2024').at(-1)).toBe('2024-12')
  expect(weekdays('en')).toEqual(['M', 'T', 'W', 'T', 'F', 'S', 'S'])
  expect(weekdays('zh-CN')[6]).toBe('日')
})
