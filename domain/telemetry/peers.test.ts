import { describe, expect, it } from 'vitest'
import { compareWithPeers, medianOf, mediansOfOthers } from './peers.ts'

const series = (id: string, size: number | null, ...powers: (number | null)[]) => ({
  id,
  size,
  steps: new Map(powers.flatMap((powerW, step) => (powerW === null ? [] : [[step, powerW] as const]))),
})

describe('a device among its peers', () => {
  it('is measured per size, over the steps with light, against the median', () => {
    const own = series('own', 5, 0, 900, 1800, 0)
    const peers = [
      series('a', 10, 0, 2000, 4000, 0),
      series('b', 5, 0, 1000, 2000, 0),
      series('c', 5, 0, 500, 1000, 0),
    ]
    expect(compareWithPeers(own, peers, 20)).toEqual({
      span: { first: 1, last: 2 },
      steps: 2,
      own: 270,
      median: 300,
      share: expect.closeTo(-0.1, 10),
      rank: 3,
      peers: [
        { id: 'a', value: 300 },
        { id: 'b', value: 300 },
        { id: 'c', value: 150 },
      ],
    })
  })
  it('an optimizer of two modules is as good as one of one with half its power', () => {
    const found = compareWithPeers(series('own', 2, 600), [series('a', 1, 300), series('b', 1, 300)], 5)
    expect([found.share, found.rank]).toEqual([0, 1])
  })
  it('leaves out steps in which it was not heard itself, on both sides', () => {
    const found = compareWithPeers(series('own', 1, 100, null, 300), [series('a', 1, 100, 900, 300)], 5)
    expect(found).toMatchObject({ steps: 2, own: 200, median: 200, share: 0 })
  })
  it('a peer that was hardly heard, or of unknown size, is unknown and not bad', () => {
    const own = series('own', 1, 100, 100, 100, 100, 100)
    const found = compareWithPeers(
      own,
      [
        series('a', 1, 100, null, null, null, null),
        series('b', null, 1, 1, 1, 1, 1),
        series('c', 1, 100, 100, 100, 100, null),
      ],
      5,
    )
    expect(found.peers).toEqual([
      { id: 'a', value: null },
      { id: 'b', value: null },
      { id: 'c', value: 100 },
    ])
    expect(found).toMatchObject({ median: 100, share: 0, rank: 1 })
  })
  it('knows nothing in the dark, alone, silent, or without a size', () => {
    const nothing = { span: null, steps: 0, own: null, median: null, share: null, rank: null }
    expect(compareWithPeers(series('own', 1, 1, 1), [series('a', 1, 1, 1)], 5)).toMatchObject(nothing)
    expect(compareWithPeers(series('own', 1, 100), [], 5)).toMatchObject(nothing)
    expect(compareWithPeers(series('own', 1), [series('a', 1, 100)], 5)).toMatchObject(nothing)
    expect(compareWithPeers(series('own', null, 100), [series('a', 1, 100)], 5)).toMatchObject(nothing)
  })
  it('zero power in daylight is known, and the worst', () => {
    expect(compareWithPeers(series('own', 1, 0, 0), [series('a', 1, 100, 100)], 5)).toMatchObject({
      own: 0,
      share: -1,
      rank: 2,
    })
  })
})

it('the median of an even count lies between', () => {
  expect([medianOf([]), medianOf([3]), medianOf([4, 1]), medianOf([9, 1, 2])]).toEqual([null, 3, 2.5, 2])
})

it('the median of the others is the same as of a list without oneself, among equals and unknown ones, too', () => {
  const lists = [[], [3], [null, 3], [4, 1], [9, 1, 2], [5, 5, null, 5, 7], [8, null, 2, 6, 2, 9, 1]]
  for (const list of lists)
    expect(mediansOfOthers(list)).toEqual(
      list.map((_, own) =>
        medianOf(list.flatMap((value, at) => (at === own || value === null ? [] : [value]))),
      ),
    )
})
