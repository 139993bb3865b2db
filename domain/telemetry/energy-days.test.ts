import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, every, HOUR, MINUTE, RATED_W } from '#tests/factories/counter-series.ts'
import { bridgeMs, periodEnergy, spreadSteps } from './energy-days.ts'
import { counterGrowthWh, energyLedger } from './energy-ledger.ts'
import { dayEndAt, daysFromTo, dayStartAt, hoursOfDay } from './local-days.ts'

const limits = { ratedW: RATED_W }
const at = (iso: string): number => Date.parse(iso)
const step = (from: string, to: string, wh: number) => ({ fromTs: at(from), toTs: at(to), wh })
const total = ({ days, spans }: ReturnType<typeof spreadSteps>): number =>
  [...days.values(), ...spans].reduce((sum, { wh }) => sum + wh, 0)
const zones = [
  'America/Los_Angeles',
  'America/Denver',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Shanghai',
  'Europe/Berlin',
]

describe('energy by local day', () => {
  it('books a step inside a local day on that day, however long', () => {
    const { days, spans } = spreadSteps([step('2024-06-01T16:00Z', '2024-06-02T06:00Z', 9000)], 'UTC')
    expect(spans).toHaveLength(1)
    const local = spreadSteps([step('2024-06-01T16:00Z', '2024-06-02T06:00Z', 9000)], 'America/Los_Angeles')
    expect(local.spans).toEqual([])
    expect([...local.days.entries()]).toEqual([
      [
        '2024-06-01',
        {
          wh: 9000,
          shared: false,
          sharedWh: 0,
          firstTs: at('2024-06-01T16:00Z'),
          lastTs: at('2024-06-02T06:00Z'),
        },
      ],
    ])
    expect([...days.keys()]).toEqual(['2024-06-01', '2024-06-02'])
  })

  it('D11: a step over midnight within the reporting cadence is split there, exactly', () => {
    const { days, spans } = spreadSteps([step('2024-06-01T23:55Z', '2024-06-02T00:10Z', 100)], 'UTC')
    expect(spans).toEqual([])
    expect([...days].map(([day, { wh }]) => [day, wh])).toEqual([
      ['2024-06-01', 33],
      ['2024-06-02', 67],
    ])
  })

  it('D11: a three-day silence is a span; the days it touches are shared, none is zero', () => {
    const { days, spans } = spreadSteps(
      [
        step('2024-06-01T17:55Z', '2024-06-01T18:00Z', 40),
        step('2024-06-01T18:00Z', '2024-06-04T09:00Z', 150_000),
        step('2024-06-04T09:00Z', '2024-06-04T09:05Z', 700),
      ],
      'UTC',
      { maxBridgeMs: bridgeMs(5) },
    )
    expect(spans).toEqual([
      {
        fromTs: at('2024-06-01T18:00Z'),
        toTs: at('2024-06-04T09:00Z'),
        fromDay: '2024-06-01',
        toDay: '2024-06-04',
        wh: 150_000,
      },
    ])
    expect([...days].map(([day, { wh, shared, firstTs }]) => [day, wh, shared, firstTs === null])).toEqual([
      ['2024-06-01', 40, true, false],
      ['2024-06-02', 0, true, true],
      ['2024-06-03', 0, true, true],
      ['2024-06-04', 700, true, false],
    ])
  })

  it('makes nothing of a silent night in which the counter stood still', () => {
    const { days, spans } = spreadSteps([step('2024-06-01T21:00Z', '2024-06-02T04:00Z', 0)], 'UTC')
    expect([days.size, spans.length]).toEqual([0, 0])
  })

  it('gives midnight itself to the day before it', () => {
    const steps = [
      step('2024-06-01T23:50Z', '2024-06-02T00:00Z', 10),
      step('2024-06-02T00:00Z', '2024-06-02T00:05Z', 20),
    ]
    expect([...spreadSteps(steps, 'UTC').days].map(([day, { wh }]) => [day, wh])).toEqual([
      ['2024-06-01', 10],
      ['2024-06-02', 20],
    ])
  })

  it.each(zones)('V8: in %s each day of two years has the sum of its own intervals', (zone) => {
    // 60 Wh for every hour of the day, read every 20 minutes: a day's energy tells its length.
    const from = dayStartAt('2024-01-01', zone)
    const to = dayEndAt('2025-12-31', zone)
    const count = (to - from) / (20 * MINUTE)
    const values = Array.from({ length: Math.floor(count) + 1 }, (_, index) => 1_000_000 + index * 20)
    const ledger = energyLedger(every(20 * MINUTE, new Date(from).toISOString(), values), limits)
    const { days, spans } = spreadSteps(ledger.steps, zone, { maxBridgeMs: bridgeMs(20) })
    expect(spans).toEqual([])
    expect([...days.keys()]).toEqual(daysFromTo('2024-01-01', '2025-12-31'))
    expect([...days].map(([day, { wh }]) => [day, wh])).toEqual(
      [...days.keys()].map((day) => [day, hoursOfDay(day, zone) * 60]),
    )
  })

  it('D11: days + spans = growth of the counter, in every zone and for every series', () => {
    fc.assert(
      fc.property(
        anySeries,
        fc.constantFrom(...zones),
        fc.constantFrom(0, bridgeMs(5), bridgeMs(240), 40 * HOUR),
        (series, zone, maxBridgeMs) => {
          const { steps, segments } = energyLedger(series, limits)
          const booked = spreadSteps(steps, zone, { maxBridgeMs })
          expect(total(booked)).toBe(counterGrowthWh(segments))
          for (const { wh } of booked.days.values()) expect(Number.isSafeInteger(wh) && wh >= 0).toBe(true)
          for (const { wh, fromDay, toDay } of booked.spans) {
            expect(wh).toBeGreaterThan(0)
            expect(fromDay < toDay).toBe(true)
            for (const day of daysFromTo(fromDay, toDay)) expect(booked.days.get(day)?.shared).toBe(true)
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  it('counts a span in the smallest period that holds it and in every larger one', () => {
    const { days, spans } = spreadSteps(
      [
        step('2024-05-30T12:00Z', '2024-05-30T12:05Z', 100),
        step('2024-05-30T12:05Z', '2024-06-02T12:00Z', 5000),
        step('2024-06-02T12:00Z', '2024-06-02T12:05Z', 200),
        step('2024-06-02T12:05Z', '2024-06-04T12:05Z', 3000),
      ],
      'UTC',
    )
    const period = (from: string, to: string) => periodEnergy(days, spans, from, to)
    expect(period('2024-05-01', '2024-05-31')).toEqual({ wh: 100, shared: true, sharedWh: 5000 })
    expect(period('2024-06-01', '2024-06-30')).toEqual({ wh: 3200, shared: true, sharedWh: 5000 })
    expect(period('2024-01-01', '2024-12-31')).toEqual({ wh: 8300, shared: false, sharedWh: 0 })
    expect(period('2024-06-01', '2024-06-01')).toEqual({ wh: null, shared: true, sharedWh: 5000 })
    expect(period('2023-01-01', '2023-12-31')).toEqual({ wh: null, shared: false, sharedWh: 0 })
  })
})
