import * as fc from 'fast-check'
import type { CounterReading } from '#domain/telemetry/counter-rules.ts'

/** Series of counter readings for tests: what real devices do, and what no device should. */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const RATED_W = 17_000

type Deed =
  | { deed: 'grow' | 'still' | 'dip' | 'spike' | 'noise' | 'zero'; readings: number; wh: number }
  | { deed: 'reset' | 'replace'; wh: number }
  | { deed: 'silence'; hours: number; wh: number }

const readings = fc.integer({ min: 1, max: 6 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      deed: fc.constant('grow' as const),
      readings: fc.integer({ min: 1, max: 12 }),
      wh: fc.integer({ min: 0, max: 1400 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('still' as const), readings, wh: fc.constant(0) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constantFrom('dip', 'spike', 'noise', 'zero'),
      readings,
      wh: fc.integer({ min: 1, max: 4_000_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      deed: fc.constantFrom('reset', 'replace'),
      wh: fc.integer({ min: 1, max: 3_000_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      deed: fc.constant('silence' as const),
      hours: fc.integer({ min: 1, max: 80 }),
      wh: fc.integer({ min: 0, max: 90_000 }),
    }),
  },
)

const startsWh = [1, 500, 65_000, 43_934_840, 2 ** 32 - 3000, 65_535_000]

/** A device's life: production at five-minute cadence, with dips, spikes, resets, rollovers and silences. */
export const deviceLife: fc.Arbitrary<CounterReading[]> = fc
  .record({
    startTs: fc.integer({ min: Date.parse('2024-02-01'), max: Date.parse('2025-11-30') }),
    startWh: fc.constantFrom(...startsWh),
    modulo: fc.constantFrom(2 ** 16, 2 ** 32, 65_536_000, Infinity),
    deeds: fc.array(deed, { minLength: 1, maxLength: 14 }),
  })
  .map(({ startTs, startWh, modulo, deeds }) => {
    const series: CounterReading[] = []
    let ts = startTs
    let counter = startWh % modulo
    const say = (eTotWh: number): void => {
      series.push({ ts, eTotWh })
      ts += 5 * MINUTE
    }
    say(counter)
    for (const act of deeds) {
      if (act.deed === 'silence') {
        ts += act.hours * HOUR
        counter = (counter + act.wh) % modulo
        say(counter)
      } else if (!('readings' in act)) say((counter = act.deed === 'reset' ? 0 : act.wh))
      else
        for (let n = 0; n < act.readings; n++) {
          if (act.deed === 'grow') counter = (counter + act.wh) % modulo
          if (act.deed === 'dip') say(Math.max(1, counter - act.wh))
          else if (act.deed === 'spike') say(counter + act.wh)
          else if (act.deed === 'noise') say(Math.max(0, counter - (act.wh % 3)))
          else if (act.deed === 'zero') say(0)
          else say(counter)
        }
    }
    return series
  })

/** Nonsense: few small numbers, so that values meet, cross and alternate as often as possible. */
export const nonsense: fc.Arbitrary<CounterReading[]> = fc
  .array(
    fc.record({
      after: fc.constantFrom(1, MINUTE, 5 * MINUTE, HOUR, 30 * HOUR),
      eTotWh: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 0, max: 14 }) },
        { weight: 4, arbitrary: fc.integer({ min: 5000, max: 5012 }) },
        { weight: 1, arbitrary: fc.integer({ min: 65_530, max: 65_540 }) },
        { weight: 1, arbitrary: fc.constantFrom(null, -5, 0.5, 1e300, Infinity, Number.NaN, 90_000) },
      ),
    }),
    { maxLength: 60 },
  )
  .map((list) => {
    let ts = Date.parse('2024-03-09T20:00Z')
    return list.map(({ after, eTotWh }) => ({ ts: (ts += after), eTotWh }))
  })

/** Mostly steady runs of small growth on two levels, so that noise, confirmation and anchors interfere. */
export const restless: fc.Arbitrary<CounterReading[]> = fc
  .array(
    fc.record({
      level: fc.constantFrom(0, 3, 4, 5, 20_000),
      rises: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 9 }),
    }),
    { maxLength: 12 },
  )
  .map((runs) => {
    let ts = Date.parse('2024-11-02T20:00Z')
    return runs.flatMap(({ level, rises }) => {
      let wh = 100 + level
      return rises.map((rise) => ({ ts: (ts += 40 * MINUTE), eTotWh: (wh += rise) }))
    })
  })

export const anySeries = fc.oneof(deviceLife, nonsense, restless)

/** Readings at a cadence from an instant, one for each counter value. */
export const every = (stepMs: number, from: string, values: readonly (number | null)[]): CounterReading[] =>
  values.map((eTotWh, index) => ({ ts: Date.parse(from) + index * stepMs, eTotWh }))
