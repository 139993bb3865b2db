import { expect, it } from 'vitest'
import { groupMessages } from './group-messages.ts'

const HOUR = 3_600_000
const told = (kind: string, at: number) => ({ kind, at })

it('messages of one kind that follow each other within an hour stand together, the newest first', () => {
  const all = [
    told('order_to_review', 10 * HOUR),
    told('order_to_review', 9.5 * HOUR),
    told('alarm_raised', 9.4 * HOUR),
    told('order_to_review', 9.3 * HOUR),
    told('order_to_review', 8 * HOUR),
  ]
  expect(groupMessages(all).map((group) => group.map(({ at }) => at / HOUR))).toEqual([
    [10, 9.5],
    [9.4],
    [9.3],
    [8],
  ])
  expect(groupMessages([told('control_go', 2), told('control_go', 1)])).toHaveLength(2)
  expect(groupMessages([])).toEqual([])
})
