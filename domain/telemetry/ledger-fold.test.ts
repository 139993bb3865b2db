import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, deviceLife, every, HOUR, MINUTE } from '#tests/factories/counter-series.ts'
import { LedgerBooks, wholeBooks } from '#tests/factories/ledger-books.ts'
import type { CounterReading } from './counter-rules.ts'
import { madeCounters } from './counters.ts'
import { localDayFinder } from './local-days.ts'

const zones = ['America/Los_Angeles', 'Asia/Kathmandu', 'Europe/Berlin', 'Australia/Lord_Howe']
const series = fc.oneof(anySeries, deviceLife)
const zone = fc.constantFrom(...zones)
/** Sizes of batches, in turns. */
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 })

const cut = <One>(all: readonly One[], sizes: readonly number[]): One[][] => {
  const batches: One[][] = []
  for (let at = 0; at < all.length;) {
    const size = sizes[batches.length % sizes.length] ?? 1
    batches.push(all.slice(at, at + size))
    at += size
  }
  return batches
}

/** The series said by several counters: by days, or in turns. */
const saidBy = (
  said: readonly CounterReading[],
  names: readonly (typeof madeCounters)[number][],
  inZone: string,
  byDays: boolean,
): CounterReading[] => {
  const dayAt = localDayFinder(inZone)
  const [from, to] = [said[0]?.ts ?? 0, said.at(-1)?.ts ?? 0]
  return said.map((reading) => {
    const share = byDays ? (dayAt(reading.ts).startAt - from) / (to - from + 1) : (reading.ts / HOUR) % 1
    const of = names[Math.floor(share * names.length)] ?? names[0]
    return { ...reading, ...(of && { of }) }
  })
}

describe('a ledger that goes on from where it stood', () => {
  it('D7 D8: is the ledger of all readings after each batch, cut anywhere', () => {
    let [wentOn, batches] = [0, 0]
    fc.assert(
      fc.property(series, zone, cuts, (all, inZone, sizes) => {
        const books = new LedgerBooks(inZone, true)
        for (const batch of cut(all, sizes)) {
          books.store(batch)
          expect(books.content()).toEqual(wholeBooks(books.stored, inZone))
          batches += 1
        }
        wentOn += books.wentOn
      }),
      { numRuns: 700 },
    )
    // All but the first batches of a series, and those that come while nothing can be counted.
    expect(wentOn / batches).toBeGreaterThan(0.7)
  })

  it('D7 D8: is that ledger, too, where batches come late, out of order or again', () => {
    let [wentOn, anew] = [0, 0]
    fc.assert(
      fc.property(
        series,
        zone,
        cuts,
        fc.array(fc.record({ late: fc.nat(6), again: fc.boolean() }), { minLength: 1, maxLength: 20 }),
        (all, inZone, sizes, ways) => {
          const order = cut(all, sizes).flatMap((batch, at) => {
            const { late, again } = ways[at % ways.length] ?? { late: 0, again: false }
            // Most come in their turn.
            const own = { batch, rank: at + (late > 3 ? late : 0) }
            return again ? [own, { batch, rank: at + 2 }] : [own]
          })
          const books = new LedgerBooks(inZone, true)
          for (const { batch } of order.toSorted((a, b) => a.rank - b.rank)) {
            // A table holds one reading of an instant.
            books.store(batch.filter(({ ts }) => books.stored.every((known) => known.ts !== ts)))
            expect(books.content()).toEqual(wholeBooks(books.stored, inZone))
          }
          wentOn += books.wentOn
          anew += order.length - books.wentOn
        },
      ),
      { numRuns: 700 },
    )
    expect(Math.min(wentOn, anew)).toBeGreaterThan(500)
  })

  it.each([
    ['of the day', fc.constant(['e_day'] as const), true],
    ['that gives way to another', fc.shuffledSubarray([...madeCounters], { minLength: 2 }), true],
    ['said in turns with another', fc.shuffledSubarray([...madeCounters], { minLength: 2 }), false],
  ])('D8: a counter %s is the ledger of all readings, too', (_, counters, byDays) => {
    let wentOn = 0
    fc.assert(
      fc.property(series, counters, zone, cuts, (said, names, inZone, sizes) => {
        const books = new LedgerBooks(inZone, true)
        for (const batch of cut(saidBy(said, names, inZone, byDays), sizes)) {
          books.store(batch)
          expect(books.content()).toEqual(wholeBooks(books.stored, inZone))
        }
        wentOn += books.wentOn
      }),
      { numRuns: 300 },
    )
    expect(wentOn).toBeGreaterThan(500)
  })

  it('D15: goes on over days of 23 and 25 hours and reads each reading once', () => {
    for (const [from, inZone] of [
      ['2024-03-30T00:00Z', 'Europe/Berlin'],
      ['2024-10-26T00:00Z', 'Europe/Berlin'],
      ['2024-11-02T00:00Z', 'America/Los_Angeles'],
    ] as const) {
      let wh = 10_000_000
      const all = every(
        5 * MINUTE,
        from,
        Array.from({ length: 3 * 288 }, (_, index) => {
          const hour = (index % 288) / 12
          return (wh += hour > 6 && hour < 18 ? Math.round(600 * Math.sin(((hour - 6) / 12) * Math.PI)) : 0)
        }),
      )
      const books = new LedgerBooks(inZone, true)
      books.store(all.slice(0, 2))
      for (const reading of all.slice(2)) books.store([reading])
      expect(books.content()).toEqual(wholeBooks(all, inZone))
      expect(books.read).toBe(all.length)
    }
  })

  it('goes on over any silence, stillness or count of zeros without reading it again', () => {
    for (const value of [0, 4000]) {
      const books = new LedgerBooks('UTC', true)
      const still = every(
        5 * MINUTE,
        '2024-06-01T00:00Z',
        Array.from({ length: 2000 }, () => value),
      )
      for (const reading of still) books.store([reading])
      expect(books.content()).toEqual(wholeBooks(still, 'UTC'))
      expect(books.read).toBeLessThan(2 * still.length)
    }
  })
})
