import { expect, it } from 'vitest'
import { EACH_MOST } from '#domain/accounts/each.ts'
import { firstOf } from './picks.ts'

const rows = (count: number, alarms: number) =>
  Array.from({ length: count }, (_, no) => ({ id: String(no), alarms }))

it('keeps as many rows as one act takes, by what each of them counts for', () => {
  expect(firstOf(rows(3, 1), () => 1)).toHaveLength(3)
  expect(firstOf(rows(EACH_MOST + 20, 1), () => 1)).toHaveLength(EACH_MOST)
  const kept = firstOf(rows(EACH_MOST, 3), ({ alarms }) => alarms)
  expect(kept.map(({ id }) => id)).toEqual(rows(Math.floor(EACH_MOST / 3), 3).map(({ id }) => id))
})
