import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, deviceLife, every, HOUR, MINUTE, RATED_W } from '#tests/factories/counter-series.ts'
import { LedgerBooks, wholeBooks as whole } from '#tests/factories/ledger-books.ts'
import type { CounterReading } from './counter-rules.ts'
import { madeCounters } from './counters.ts'
import { lightOfDays } from './day-light.ts'
import { bridgeMs } from './energy-days.ts'
import { energyLedger } from './energy-ledger.ts'
import { firstAnchor, lastAnchor, ledgerWindow } from './ledger-window.ts'
import { localDayFinder } from './local-days.ts'

const limits = { ratedW: RATED_W }
const maxBridgeMs = bridgeMs(5)
const lightOf = lightOfDays({ latitude: 31.2, north: true, longitude: 121.5, east: true })
const zones = ['America/Los_Angeles', 'Asia/Kathmandu', 'Europe/Berlin']

describe('recomputing a part of the ledger', () => {
  it('D8: between two anchors the ledger of a part is that part of the whole ledger', () => {
    let anchored = 0
    fc.assert(
      fc.property(anySeries, fc.nat(), fc.nat(), (series, a, b) => {
        const at = (n: number): number => series[n % Math.max(1, series.length)]?.ts ?? 0
        const from = lastAnchor(series, limits, at(a))?.ts ?? -Infinity
        const to = firstAnchor(series, limits, at(b))?.ts ?? Infinity
        if (from >= to) return
        if (from > -Infinity) anchored += 1
        const part = energyLedger(
          series.filter(({ ts }) => ts >= from && ts <= to),
          limits,
        )
        const all = energyLedger(series, limits)
        expect(part.steps).toEqual(all.steps.filter(({ fromTs, toTs }) => fromTs >= from && toTs <= to))
        expect(part.setAside).toEqual(all.setAside.filter(({ ts }) => ts >= from && ts <= to))
        expect(part.accepted).toEqual(all.accepted.filter(({ ts }) => ts >= from && ts <= to))
        for (const { fromTs, toTs } of all.steps)
          for (const edge of [from, to]) expect(fromTs < edge && edge < toTs).toBe(false)
      }),
      { numRuns: 2000 },
    )
    expect(anchored).toBeGreaterThan(100)
  })

  it('D8 D16: batches in any order, each booked through its own window, end as the whole ledger', () => {
    fc.assert(
      fc.property(
        fc.oneof(anySeries, deviceLife),
        fc.constantFrom(...zones),
        fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
        (series, zone, order) => {
          const size = Math.max(1, Math.ceil(series.length / 5))
          const batches = order
            .map((rank, index) => ({ rank, batch: series.slice(index * size, (index + 1) * size) }))
            .sort((x, y) => x.rank - y.rank)
          const books = new LedgerBooks(zone, false)
          for (const { batch } of batches) books.store(batch)
          expect(books.content()).toEqual(whole(series, zone))
        },
      ),
      { numRuns: 600 },
    )
  })

  it.each([
    ['of the day', fc.constant(['e_day'] as const), true],
    ['that gives way to another', fc.shuffledSubarray([...madeCounters], { minLength: 2 }), true],
    ['said in turns with another', fc.shuffledSubarray([...madeCounters], { minLength: 2 }), false],
  ])('D8: a counter %s ends as the whole ledger, too', (_, counters, byDays) => {
    fc.assert(
      fc.property(
        fc.oneof(anySeries, deviceLife),
        counters,
        fc.constantFrom(...zones),
        fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
        (said, names, zone, order) => {
          const dayAt = localDayFinder(zone)
          const [from, to] = [said[0]?.ts ?? 0, said.at(-1)?.ts ?? 0]
          const series = said.map((reading): CounterReading => {
            const { startAt } = dayAt(reading.ts)
            const share = byDays ? (startAt - from) / (to - from + 1) : (reading.ts / HOUR) % 1
            const of = names[Math.floor(share * names.length)] ?? names[0]
            return { ...reading, ...(of && { of }) }
          })
          const size = Math.max(1, Math.ceil(series.length / 5))
          const books = new LedgerBooks(zone, false)
          for (const { batch } of order
            .map((rank, index) => ({ rank, batch: series.slice(index * size, (index + 1) * size) }))
            .sort((x, y) => x.rank - y.rank))
            books.store(batch)
          expect(books.content()).toEqual(whole(series, zone))
        },
      ),
      { numRuns: 600 },
    )
  })

  it('D16: a gateway silent for seven days and back-filled ends like its twin that never was', () => {
    // Ten days of production from 6 to 18 h UTC at a five-minute cadence.
    let counter = 10_000_000
    const series = every(
      5 * MINUTE,
      '2024-10-22T00:00Z',
      Array.from({ length: 10 * 288 }, (_, index) => {
        const hour = (index % 288) / 12
        return (counter +=
          hour >= 6 && hour < 18 ? Math.round(600 * Math.sin(((hour - 6) / 12) * Math.PI)) : 0)
      }),
    )
    const [down, up] = [Date.parse('2024-10-23T11:00Z'), Date.parse('2024-10-30T11:00Z')]
    const gap = series.filter(({ ts }) => ts >= down && ts < up)
    const books = new LedgerBooks('Europe/Berlin', false)
    books.store(series.filter(({ ts }) => ts < down))
    books.store(series.filter(({ ts }) => ts >= up))
    expect(books.spans).toHaveLength(1)
    // Newest first, doubled, in pieces.
    for (let end = gap.length; end > 0; end -= 400)
      books.store(gap.slice(Math.max(0, end - 500), end).reverse())
    expect(books.spans).toEqual([])
    const twin = new LedgerBooks('Europe/Berlin', false)
    twin.store(series)
    expect(books.content()).toEqual({ ...twin.content(), setAside: [] })
    expect(books.content()).toEqual(whole(series, 'Europe/Berlin'))
  })

  it('finds an anchor within the same morning when the device produces, and none in a night', () => {
    const day = every(5 * MINUTE, '2024-06-01T06:00Z', [9000, 9010, 9030, 9060, 9100, 9100, 9100, 9100])
    // The last two could still turn out to be a spike.
    expect(lastAnchor(day, limits)?.ts).toBe(day.at(-3)?.ts)
    expect(firstAnchor(day, limits)?.ts).toBe(day[3]?.ts)
    expect(lastAnchor(every(5 * MINUTE, '2024-06-01T22:00Z', [9, 9, 9, 9, 9, 10, 11]), limits)).toBeNull()
    expect(firstAnchor(day, limits, day[4]?.ts)).toBeNull()
  })

  it('asks for more when the readings do not reach an anchor', () => {
    const readings = every(5 * MINUTE, '2024-06-01T22:00Z', [9000, 9000, 9000])
    const since = readings[1]?.ts ?? 0
    const dayOf = localDayFinder('UTC')
    const window = { since, until: since, zone: 'UTC', dayOf, limits, maxBridgeMs, lightOf, readings }
    expect(ledgerWindow({ ...window, complete: { before: false, after: true } })).toEqual({
      widen: { before: true, after: false },
    })
    expect(ledgerWindow({ ...window, complete: { before: true, after: false } })).toEqual({
      widen: { before: false, after: true },
    })
    expect(ledgerWindow({ ...window, complete: { before: true, after: true } })).toMatchObject({
      widen: null,
      replace: { fromDay: '2024-06-01', toDay: '2024-06-01' },
    })
  })
})
