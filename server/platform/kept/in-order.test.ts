import { array, assert, nat, property, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOrderWith, placeWhere } from './in-order.ts'

const compare = (a: number, b: number): number => a - b

describe('a list in its order', () => {
  it('without some and with others is the one sorted at once', () => {
    assert(
      property(
        uniqueArray(nat({ max: 300 })),
        array(nat()),
        uniqueArray(nat({ max: 300 })),
        (all, out, more) => {
          const order = all.toSorted(compare)
          const gone = [...new Set(out.flatMap((n) => order[n % Math.max(1, order.length)] ?? []))]
          const left = order.filter((one) => !gone.includes(one))
          const come = more.filter((one) => !left.includes(one))
          expect(inOrderWith(order, { gone, come }, compare)).toEqual([...left, ...come].toSorted(compare))
        },
      ),
    )
  })

  it('is none any more when one does not stand where it should', () => {
    expect(inOrderWith([1, 2, 3], { gone: [4], come: [] }, compare)).toBeNull()
    expect(inOrderWith([{ n: 1 }], { gone: [{ n: 1 }], come: [] }, (a, b) => a.n - b.n)).toBeNull()
  })

  it('compares a few only to find a place', () => {
    let compared = 0
    const order = Array.from({ length: 20_000 }, (_, n) => 2 * n)
    const counted = (a: number, b: number): number => {
      compared += 1
      return a - b
    }
    expect(inOrderWith(order, { gone: [8], come: [9_001] }, counted)).toHaveLength(20_000)
    expect(compared).toBeLessThan(40)
    expect(placeWhere(order, (one) => one > 39_999)).toBe(20_000)
  })
})
