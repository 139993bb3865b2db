import { expect, it } from 'vitest'
import { isBestDay } from './best-day.ts'

const bar = (no: number, wh: number | null, more: { shared?: boolean; coverage?: number | null } = {}) => ({
  key: `2026-11-0${no}`,
  wh,
  shared: false,
  coverage: 1,
  ...more,
})
const month = [bar(1, 10), bar(2, 14), bar(3, 9), bar(4, 11), bar(5, null)]

it('a day that beats all others of its month is the best, finished or running', () => {
  expect(isBestDay([...month, bar(6, 15)], '2026-11-06')).toBe(true)
  expect(isBestDay([...month, bar(6, 14)], '2026-11-06')).toBe(false)
  expect(isBestDay([...month, bar(6, 13)], '2026-11-02')).toBe(true)
})

it('nothing is the best that a day less well known may have beaten', () => {
  expect(isBestDay([...month, bar(6, 15), bar(7, 12, { coverage: 0.75 })], '2026-11-06')).toBe(false)
  expect(isBestDay([...month, bar(6, 15), bar(7, 5, { coverage: 0.75 })], '2026-11-06')).toBe(true)
  expect(isBestDay([...month, bar(6, 15), bar(7, 1, { shared: true })], '2026-11-06')).toBe(false)
  expect(isBestDay([...month, bar(6, 15), bar(7, 1, { coverage: null })], '2026-11-06')).toBe(false)
})

it('there is no best of a few days, of nothing, and of what is known only with other days', () => {
  expect(isBestDay(month.slice(0, 3), '2026-11-02')).toBe(false)
  expect(isBestDay([...month, bar(6, null)], '2026-11-06')).toBe(false)
  expect(isBestDay([...month, bar(6, 20, { shared: true })], '2026-11-06')).toBe(false)
})
