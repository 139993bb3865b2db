import { array, assert, integer, nat, oneof, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDueTimes } from './due-times.ts'

describe('due times', () => {
  it('give what a look at all of them would, however they were set before', () => {
    const set = record({
      place: nat({ max: 30 }),
      in: oneof(integer({ min: -5_000, max: 90_000 }), nat({ max: 900 })),
    })
    const step = record({
      sets: array(set, { maxLength: 12 }),
      pass: oneof(nat({ max: 700 }), nat({ max: 60_000 })),
    })
    assert(
      property(array(step, { maxLength: 25 }), (steps) => {
        const times = createDueTimes()
        const all = new Map<number, number>()
        let now = 1_700_000_000_000
        for (const { sets, pass } of steps) {
          for (const { place, in: ms } of sets) {
            const at = ms > 80_000 ? Infinity : now + ms
            times.set(place, at)
            all.set(place, at)
          }
          now += pass
          const due = [...all].flatMap(([place, at]) => (at <= now ? [place] : []))
          for (const place of due) all.delete(place)
          expect(times.take(now).toSorted((a, b) => a - b)).toEqual(due.toSorted((a, b) => a - b))
        }
      }),
    )
  })
})
