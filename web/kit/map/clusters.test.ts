import { assert, double, integer, nat, property, record, uniqueArray, uuid } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterLevel, clusters } from './clusters.ts'
import { worldPx } from './mercator.ts'

const someMark = record({
  id: uuid(),
  rank: nat({ max: 5 }),
  count: integer({ min: 1, max: 400 }),
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
        for (const { members, worst, count } of found) {
          expect(Math.min(...members.map(({ rank }) => rank))).toBe(worst.rank)
          expect(count).toBe(members.reduce((sum, one) => sum + one.count, 0))
        }
      }),
    )
  })

  it('come apart when they are looked at from nearer', () => {
    const apart = 60
    const two = [0, 1].map((no) => ({
      id: String(no),
      rank: no,
      count: 1,
      point: { x: 0.5 + (no * apart) / worldPx(6), y: 0.4 },
    }))
    expect(clusters(two, 6)).toHaveLength(2)
    const [one, ...none] = clusters(two, 5)
    expect(none).toEqual([])
    expect([one?.members.length, one?.worst.id]).toEqual([2, '0'])
    expect(one?.point.x).toBeCloseTo(0.5 + apart / 2 / worldPx(6), 9)
  })

  it('stand where most of what they stand for does', () => {
    const two = [
      { id: 'one', rank: 1, count: 1, point: { x: 0.5, y: 0.4 } },
      { id: 'many', rank: 0, count: 3, point: { x: 0.5 + 8 / worldPx(5), y: 0.4 } },
    ]
    const [found] = clusters(two, 5)
    expect([found?.count, found?.worst.id]).toEqual([4, 'many'])
    expect(found?.point.x).toBeCloseTo(0.5 + 6 / worldPx(5), 9)
  })

  it('do not lie on each other, also where 180° lies between them', () => {
    assert(
      property(marks, integer({ min: 0, max: 24 }), (all, half) => {
        const world = worldPx(half / 2)
        const found = clusters(all, half / 2)
        for (const [no, { point }] of found.entries())
          for (const other of found.slice(no + 1)) {
            const dx = Math.abs(point.x - other.point.x)
            const far = Math.hypot(Math.min(dx, 1 - dx), point.y - other.point.y) * world
            expect(far).toBeGreaterThanOrEqual(36 - 1e-6)
          }
      }),
    )
    const two = [0.999, 0.001].map((x, no) => ({ id: String(no), rank: 0, count: 1, point: { x, y: 0.4 } }))
    const [both, ...none] = clusters(two, 4)
    expect([both?.count, none]).toEqual([2, []])
    expect(Math.min(both?.point.x ?? 0.5, 1 - (both?.point.x ?? 0.5))).toBeCloseTo(0, 9)
  })

  it('change in steps of half a zoom', () => {
    expect([3, 3.2, 3.49, 3.5, 3.99].map(clusterLevel)).toEqual([3, 3, 3, 3.5, 3.5])
  })
})
