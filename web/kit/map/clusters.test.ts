import { assert, double, integer, nat, property, record, uniqueArray, uuid } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterLevel, clusters } from './clusters.ts'
import { worldPx } from './mercator.ts'

const someMark = record({
  id: uuid(),
  rank: nat({ max: 5 }),
  point: record({
    x: double({ min: 0, max: 1, noNaN: true }),
    y: double({ min: 0, max: 1, noNaN: true }),
  }),
})
const marks = uniqueArray(someMark, { selector: ({ id }) => id, maxLength: 60 })

describe('marks that cover each other', () => {
  it('stand in exactly one group, under the worst of it', () => {
    assert(
      property(marks, integer({ min: 0, max: 24 }), (all, half) => {
        const found = clusters(all, half / 2)
        expect(found.flatMap(({ members }) => members.map(({ id }) => id)).sort()).toEqual(
          all.map(({ id }) => id).sort(),
        )
        for (const { members, worst } of found)
          expect(Math.min(...members.map(({ rank }) => rank))).toBe(worst.rank)
      }),
    )
  })

  it('come apart when they are looked at from nearer', () => {
    const apart = 60
    const two = [0, 1].map((no) => ({
      id: String(no),
      rank: no,
      point: { x: 0.5 + (no * apart) / worldPx(6), y: 0.4 },
    }))
    expect(clusters(two, 6)).toHaveLength(2)
    const [one, ...none] = clusters(two, 5)
    expect(none).toEqual([])
    expect([one?.members.length, one?.worst.id]).toEqual([2, '0'])
    expect(one?.point.x).toBeCloseTo(0.5 + apart / 2 / worldPx(6), 9)
  })

  it('change in steps of half a zoom', () => {
    expect([3, 3.2, 3.49, 3.5, 3.99].map(clusterLevel)).toEqual([3, 3, 3, 3.5, 3.5])
  })
})
