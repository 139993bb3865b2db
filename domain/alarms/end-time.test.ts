import { expect, it } from 'vitest'
import { END_TIME_MS, endOf } from './end-time.ts'

const alarm = { code: '2062', occurredAt: 1_000 }

it('an alarm is over with its last instance, and closes when the end time of each has passed', () => {
  const own = { instance: '1', clearedAt: 5_000 }
  expect(endOf(alarm, [own, { instance: '2', clearedAt: null }])).toBeNull()
  expect(endOf(alarm, [own, { instance: '2', clearedAt: 4_000 }])).toEqual({
    clearedAt: 5_000,
    closesAt: 5_000 + END_TIME_MS,
  })
})

it('what a rule says to be over has waited already', () => {
  const rule = { instance: 'RULE-INSULATION:1', clearedAt: 9_000 }
  expect(endOf({ ...alarm, code: 'RULE-INSULATION' }, [{ instance: '1', clearedAt: 9_000 }])).toEqual({
    clearedAt: 9_000,
    closesAt: 9_000,
  })
  expect(endOf(alarm, [{ instance: '1', clearedAt: 5_000 }, rule])).toEqual({
    clearedAt: 9_000,
    closesAt: 5_000 + END_TIME_MS,
  })
})

it('is never over before it last occurred', () => {
  expect(endOf(alarm, [{ instance: '1', clearedAt: 400 }])?.clearedAt).toBe(1_000)
})
