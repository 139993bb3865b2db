import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, deviceLife, RATED_W } from '#tests/factories/counter-series.ts'
import {
  daysAsked,
  type DeviceTime,
  knownLight,
  knownToday,
  shareKnown,
  shareTogether,
  SLACK,
  WHOLE_DAY,
} from './coverage.ts'
import { lightOfDays } from './day-light.ts'
import { bridgeMs, spreadSteps } from './energy-days.ts'
import { energyLedger } from './energy-ledger.ts'
import { localDayAt } from './local-days.ts'

const shanghai = { latitude: 31.2, north: true, longitude: 121.5, east: true }
const lightOf = lightOfDays(shanghai)
const maxBridgeMs = bridgeMs(5)
const at = (text: string): number => Temporal.ZonedDateTime.from(`${text}[Asia/Shanghai]`).epochMilliseconds
const known = (
  steps: { fromTs: number; toTs: number; wh: number }[],
  firstEver: number | null = null,
  ratedW: number | null = 10_000,
) => knownLight(steps, 'Asia/Shanghai', lightOf, { maxBridgeMs, ratedW, firstEver })

const place = fc.record({
  latitude: fc.double({ min: 0, max: 90, noNaN: true }),
  north: fc.boolean(),
  longitude: fc.double({ min: 0, max: 180, noNaN: true }),
  east: fc.boolean(),
})
const zones = ['Asia/Shanghai', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu']

describe('the light of a day', () => {
  it('is whole over the day and adds up, wherever the place and whatever its zone', () => {
    fc.assert(
      fc.property(
        place,
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        (position, zone, ts, cuts) => {
          const day = localDayAt(ts, zone)
          const light = lightOfDays(position)
          const edges = [0, ...cuts.sort((a, b) => a - b), 1].map(
            (part) => day.startAt + part * (day.endAt - day.startAt),
          )
          const parts = edges.slice(1).map((to, index) => light(day, edges[index] ?? 0, to))
          for (const part of parts) expect(part).toBeGreaterThanOrEqual(0)
          expect(parts.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6)
        },
      ),
    )
  })

  it('weighs noon, not the night, and a polar night by its hours', () => {
    const day = localDayAt(at('2026-03-21T12:00'), 'Asia/Shanghai')
    expect(lightOf(day, at('2026-03-21T00:00'), at('2026-03-21T05:00'))).toBe(0)
    expect(lightOf(day, at('2026-03-21T11:00'), at('2026-03-21T13:00'))).toBeGreaterThan(0.24)
    expect(lightOf(day, at('2026-03-21T06:00'), at('2026-03-21T07:00'))).toBeLessThan(0.03)
    const pole = lightOfDays({ latitude: 80, north: true, longitude: 15, east: true })
    const winter = localDayAt(Date.UTC(2026, 11, 21, 12), 'Europe/Oslo')
    expect(pole(winter, winter.startAt, (winter.startAt + winter.endAt) / 2)).toBeCloseTo(0.5, 6)
  })
})

describe('what the steps of a counter know of the light', () => {
  it('a day never more than whole, a span what its days do not know, and all of it no more than there is', () => {
    fc.assert(
      fc.property(fc.oneof(anySeries, deviceLife), fc.constantFrom(...zones), (series, zone) => {
        const { steps, accepted } = energyLedger(series, { ratedW: RATED_W })
        const firstEver = steps[0]?.fromTs ?? accepted[0]?.ts ?? null
        const { days, spans } = knownLight(steps, zone, lightOf, { maxBridgeMs, ratedW: RATED_W, firstEver })
        const booked = spreadSteps(steps, zone, { maxBridgeMs })
        for (const one of days.values()) {
          expect(one).toBeGreaterThanOrEqual(0)
          expect(one).toBeLessThanOrEqual(WHOLE_DAY)
        }
        const starts = new Set(booked.spans.map(({ fromTs }) => fromTs))
        for (const fromTs of spans.keys()) expect(starts.has(fromTs)).toBe(true)
        // Together no more than the days touched, but for what is rounded up to whole days.
        const touched = new Set([...days.keys(), ...booked.days.keys()]).size
        const sum = [...days.values(), ...spans.values()].reduce((a, b) => a + b, 0)
        expect(sum).toBeLessThanOrEqual(touched * (WHOLE_DAY + SLACK))
      }),
    )
  })

  it('a silence within the day is bridged by the counter; before the last word and after the first it is not known', () => {
    const whole = known([
      { fromTs: at('2026-05-03T20:00'), toTs: at('2026-05-04T05:00'), wh: 0 },
      { fromTs: at('2026-05-04T05:00'), toTs: at('2026-05-04T19:30'), wh: 50_000 },
    ])
    expect(whole.days.get('2026-05-04')).toBe(WHOLE_DAY)
    const half = known([{ fromTs: at('2026-05-04T00:00'), toTs: at('2026-05-04T12:00'), wh: 25_000 }])
    expect(half.days.get('2026-05-04')).toBeGreaterThan(480)
    expect(half.days.get('2026-05-04')).toBeLessThan(520)
  })

  it('a reset in a silence leaves a hole; a span knows its days together; a counter that stood still knows them all', () => {
    const reset = known([
      { fromTs: at('2026-05-04T00:00'), toTs: at('2026-05-04T10:00'), wh: 9_000 },
      { fromTs: at('2026-05-04T14:00'), toTs: at('2026-05-05T00:00'), wh: 9_000 },
    ])
    const left = reset.days.get('2026-05-04') ?? 0
    expect(left).toBeGreaterThan(400)
    expect(left).toBeLessThan(600)

    const over = [{ fromTs: at('2026-05-30T12:00'), toTs: at('2026-06-02T12:00'), wh: 90_000 }]
    const spanned = known(over)
    expect(spanned.days.size).toBe(0)
    expect(spanned.spans.get(over[0]?.fromTs ?? 0)).toBeGreaterThan(2_950)
    expect(spanned.spans.get(over[0]?.fromTs ?? 0)).toBeLessThanOrEqual(3_000)
    const still = known(over.map((step) => ({ ...step, wh: 0 })))
    expect([...still.days.values()].slice(1, 3)).toEqual([WHOLE_DAY, WHOLE_DAY])
    // The few Wh of the last light, told in the morning, are no hole in a day.
    const night = [{ fromTs: at('2026-05-04T18:00'), toTs: at('2026-05-05T06:00'), wh: 40 }]
    expect(known(night).spans.size).toBe(0)
    expect(known(night, null, null).spans.size).toBe(1)
  })

  it('asks nothing of a device before its first reading on its first day', () => {
    const first = at('2026-05-04T11:00')
    const rest = [{ fromTs: first, toTs: at('2026-05-04T20:00'), wh: 20_000 }]
    expect(known(rest, first).days.get('2026-05-04')).toBe(WHOLE_DAY)
    expect(known(rest).days.get('2026-05-04')).toBeLessThan(700)
  })
})

const device = fc.record({
  ratedW: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { freq: 8 }),
  asked: fc.integer({ min: 0, max: 366_000 }),
  known: fc.integer({ min: 0, max: 400_000 }),
})

describe('the share of a sum that is known', () => {
  it('never above 1, never 1 when a device is missing, and 1 when none is', () => {
    fc.assert(
      fc.property(fc.array(device, { minLength: 1 }), (devices) => {
        const share = shareKnown(devices)
        const asked = devices.filter(({ asked }) => asked > 0)
        expect(share === null).toBe(asked.length === 0)
        expect(share ?? 0).toBeGreaterThanOrEqual(0)
        expect(share ?? 0).toBeLessThanOrEqual(1)
        expect((share ?? 1) === 1).toBe(asked.every(({ known, asked }) => known >= asked))
        const silent: DeviceTime = { ratedW: 1, asked: 1, known: 0 }
        expect(shareKnown([...devices, silent])).toBeLessThan(1)
      }),
    )
  })

  it('the parts of a fleet weigh as its whole', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            ratedW: fc.integer({ min: 1, max: 1_000_000 }),
            asked: fc.constant(1000),
            known: fc.integer({ min: 0, max: 1000 }),
          }),
          { minLength: 2 },
        ),
        fc.nat(),
        (devices, cut) => {
          const at = 1 + (cut % (devices.length - 1))
          const parts = [devices.slice(0, at), devices.slice(at)]
          const together = shareTogether(
            parts.map((part) => ({
              capacityW: part.reduce((sum, { ratedW }) => sum + ratedW, 0),
              coverage: shareKnown(part),
            })),
          )
          // Each share is rounded down to thousandths, once more than the whole.
          expect(Math.abs((together ?? 0) - (shareKnown(devices) ?? 0))).toBeLessThan(0.0021)
        },
      ),
    )
  })

  it('of three inverters with one silent is two thirds; of unknown ratings each counts as one; unknown stays unknown', () => {
    const heard = { ratedW: 10_000, asked: 700, known: 700 }
    expect(shareKnown([heard, heard, { ratedW: 10_000, asked: 700, known: 0 }])).toBe(0.666)
    expect(shareKnown([heard, { ratedW: null, asked: 700, known: 0 }])).toBe(0.5)
    expect(shareKnown([heard, { ...heard, known: null }])).toBeNull()
    expect(shareKnown([])).toBeNull()
    expect(shareTogether([{ capacityW: 1, coverage: null }])).toBeNull()
    expect(shareTogether([])).toBeNull()
    expect(
      shareTogether([
        { capacityW: 1e9, coverage: 1 },
        { capacityW: 1, coverage: 0 },
      ]),
    ).toBe(0.999)
  })

  it('forgives the present day a late report, and no silence', () => {
    expect(knownToday(490, 500)).toBe(500)
    expect(knownToday(470, 500)).toBe(470)
  })

  it('asks of a device for the days it was there', () => {
    expect(daysAsked(40, 21, null)).toBe(21)
    expect(daysAsked(5, 21, null)).toBe(5)
    expect(daysAsked(40, 21, 10)).toBe(11)
    expect(daysAsked(40, 5, 10)).toBe(0)
  })
})
