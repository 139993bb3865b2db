import { array, assert, integer, nat, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginLine, continueLine, lineOf, placesChanged, placesOfAll } from './lists.ts'

const follow = (before: readonly number[], places: readonly number[]): number[] => {
  const list = before.slice()
  for (const at of places) list[at] = (list[at] ?? 0) + 1
  continueLine(list, before, places)
  return list
}

describe('lists that follow each other', () => {
  it('say where they differ from any one before, each place that does and none twice', () => {
    const steps = array(array(nat({ max: 199 }), { maxLength: 3 }), { minLength: 1, maxLength: 12 })
    assert(
      property(record({ steps, from: nat(), to: nat() }), (asked) => {
        const all: (readonly number[])[] = [Array.from({ length: 200 }, () => 0)]
        beginLine(all[0]!)
        for (const places of asked.steps) all.push(follow(all.at(-1)!, [...new Set(places)]))
        const [from, to] = [asked.from % all.length, asked.to % all.length].toSorted((a, b) => a - b)
        const [before, list] = [all[from!]!, all[to!]!]
        const places = [...(placesChanged(list, before) ?? [])]
        expect(new Set(places).size).toBe(places.length)
        const differing = list.flatMap((one, at) => (one === before[at] ? [] : [at]))
        expect(places.toSorted((a, b) => a - b)).toEqual(differing)
        expect(placesChanged(before, list)).toEqual(from === to ? [] : null)
      }),
    )
  })

  it('do not say so of one that is none of them, of very long ago, or when most has changed', () => {
    const list = [1, 2, 3, 4]
    expect(lineOf(list)).toBeUndefined()
    expect(placesChanged(list.slice(), list)).toBeNull()
    expect(placesChanged(list, list)).toEqual([])
    beginLine(list)
    const other = list.slice()
    beginLine(other)
    expect(placesChanged(other, list)).toBeNull()
    expect(placesChanged(follow(list, [0, 1, 2]), list)).toBeNull()
    let last: readonly number[] = Array.from({ length: 1_000 }, () => 0)
    const first = last
    beginLine(first)
    for (let n = 0; n < 100; n += 1) last = follow(last, [n % 3])
    expect(placesChanged(last, first)).toBeNull()
    expect(lineOf(last)).toBe(lineOf(first))
  })

  it('are a line without branches, and what is copied or compared knows nothing of it', () => {
    const list = Array.from({ length: 9 }, (_, n) => n)
    beginLine(list)
    const next = follow(list, [1])
    expect(lineOf(follow(list, [2]))).toBeUndefined()
    expect(lineOf(next.slice())).toBeUndefined()
    expect(next).toEqual([0, 2, 2, 3, 4, 5, 6, 7, 8])
    expect(Object.keys(next)).toHaveLength(9)
  })

  it('are looked at where any of several is another, and everywhere when one does not say', () => {
    assert(
      property(array(array(integer({ min: 0, max: 20 }))), (all) => {
        expect(placesOfAll(all)).toEqual(new Set(all.flat()))
        expect(placesOfAll([...all, null])).toBeNull()
      }),
    )
  })
})
