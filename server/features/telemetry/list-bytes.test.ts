import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { listBytes, listOf, stringKeys, trackerKeys } from './list-bytes.ts'

/** As long as four bytes say them, now and then longer. */
const value = (places: number) =>
  fc.option(
    fc.oneof(
      { weight: 60, arbitrary: fc.integer({ min: -200, max: 9000 }).map((whole) => whole / 10 ** places) },
      {
        weight: 20,
        arbitrary: fc.integer({ min: 1 - 2 ** 31, max: 2 ** 31 - 1 }).map((whole) => whole / 10 ** places),
      },
      { weight: 1, arbitrary: fc.double() },
    ),
    { freq: 6 },
  )
const places = fc.integer({ min: 0, max: 9 })
const trackers = fc.tuple(places, places, places).chain(([u, i, p]) =>
  fc.array(fc.record({ n: fc.integer({ min: 1, max: 260 }), u: value(u), i: value(i), p: value(p) }), {
    maxLength: 40,
  }),
)
const numbered = <Part>(list: readonly Part[]): (Part & { n: number })[] =>
  list.map((part, index) => ({ ...part, n: index + 1 }))

/** -0 and 0 are one number to whoever reads. */
const plain = (list: unknown): unknown => JSON.parse(JSON.stringify(list))

it('a list comes back exactly out of its bytes, or has none', () => {
  let some = 0
  fc.assert(
    fc.property(trackers, fc.boolean(), (list, inOrder) => {
      const said = inOrder ? numbered(list) : list
      const bytes = listBytes(said, trackerKeys)
      if (bytes === null) return
      some += 1
      expect(plain(listOf(bytes, trackerKeys))).toEqual(plain(said))
    }),
    { numRuns: 500 },
  )
  expect(some).toBeGreaterThan(10)
})

it.each([
  ['four trackers as inverters say them', [551.4, 8.25, 4549], 4, 29],
  ['small values', [12.1, 0.1, 1], 4, 17],
  ['powers of megawatts', [1400, 2000.1, 2_800_000], 2, 23],
])('%s take few bytes', (_, [u, i, p], count, bytes) => {
  const list = numbered(Array.from({ length: count }, () => ({ u, i, p })))
  expect(listBytes(list, trackerKeys)).toHaveLength(bytes)
  expect(listOf(listBytes(list, trackerKeys) ?? Buffer.alloc(2), trackerKeys)).toEqual(list)
})

it.each([
  ['no part', []],
  ['more parts than a byte counts', numbered(Array.from({ length: 256 }, () => ({ i: 1 })))],
  ['a number beyond a byte', [{ n: 256, i: 1 }]],
  ['more decimals than there are', [{ n: 1, i: 1 / 3 }]],
  ['a value beyond four bytes', [{ n: 1, i: 2 ** 31 }]],
])('%s is not said in bytes', (_, list) => expect(listBytes<'i'>(list, stringKeys)).toBeNull())
it('no list is not said in bytes', () => expect(listBytes(null, stringKeys)).toBeNull())
