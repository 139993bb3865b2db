import { describe, expect, it } from 'vitest'
import { every, HOUR, MINUTE } from '#tests/factories/counter-series.ts'
import type { CounterReading } from './counter-rules.ts'
import { booksIn, booksOfReading, countedReadings, type MadeCounter } from './counters.ts'
import { spreadSteps } from './energy-days.ts'
import { energyLedger } from './energy-ledger.ts'
import { qualityFlags } from './quality-flags.ts'

const ZONE = 'Europe/Berlin'
const named = (of: MadeCounter, readings: readonly CounterReading[]): CounterReading[] =>
  readings.map((reading) => ({ ...reading, of }))
const daysOf = (readings: readonly CounterReading[], ratedW: number | null = 5000) => {
  const { steps, segments, setAside } = energyLedger(readings, { ratedW }, ZONE)
  const { days, spans } = spreadSteps(steps, ZONE)
  return {
    days: Object.fromEntries([...days].map(([day, { wh }]) => [day, wh])),
    spans,
    setAside,
    causes: segments.map(({ cause }) => cause),
  }
}
/** From 7 o'clock in Berlin on, `wh` every half an hour. */
const day = (date: string, wh: readonly number[]) => named('e_day', every(30 * MINUTE, `${date}T05:00Z`, wh))

describe('a counter of the day', () => {
  it('makes a segment of each day, and what it shows in the morning belongs to that morning', () => {
    const told = daysOf([
      ...day('2026-06-20', [0, 0, 40, 900, 4000, 9000]),
      ...day('2026-06-21', [35, 800, 3500, 8000]),
    ])
    expect(told).toEqual({
      // The zero before the first value says when it was counted from.
      days: { '2026-06-20': 9000, '2026-06-21': 8000 },
      spans: [],
      setAside: [],
      causes: ['first', 'reset'],
    })
  })

  it('counts a day of which the morning was not heard from the value it had by then', () => {
    const told = daysOf([
      ...day('2026-06-20', [1000, 4000, 9000]),
      ...named('e_day', every(30 * MINUTE, '2026-06-22T10:00Z', [7000, 8500, 9500])),
    ])
    expect(told.days).toEqual({ '2026-06-20': 8000, '2026-06-22': 9500 })
    // As the day before was no better: still its own day.
    const poor = daysOf([
      ...day('2026-06-20', [100, 280, 290, 300]),
      ...named('e_day', every(30 * MINUTE, '2026-06-21T10:00Z', [285, 330, 400])),
    ])
    expect(poor.days).toEqual({ '2026-06-20': 200, '2026-06-21': 400 })
  })

  it('believes no fall that its power could not have filled, and no single one', () => {
    const glitch = daysOf(day('2026-06-20', [1000, 4000, 5000, 3, 5500, 6000]))
    expect([glitch.days, glitch.setAside]).toEqual([
      { '2026-06-20': 5000 },
      [{ ts: Date.parse('2026-06-20T06:30Z'), eTotWh: 3, reason: 'dip' }],
    ])
    const midnight = daysOf([
      ...named('e_day', every(30 * MINUTE, '2026-06-20T20:00Z', [9000, 9010, 9020, 9030])),
      ...named('e_day', every(5 * MINUTE, '2026-06-20T22:05Z', [9000, 9000, 9000])),
    ])
    expect(midnight.days).toEqual({ '2026-06-20': 30, '2026-06-21': 0 })
  })

  it('is no counter that ran over when it begins anew near the top of a register', () => {
    const told = daysOf(
      [...day('2026-06-20', [60_000, 65_000, 65_500]), ...day('2026-06-21', [20, 70, 200])],
      50_000,
    )
    expect([told.days, told.causes]).toEqual([{ '2026-06-20': 5500, '2026-06-21': 200 }, ['first', 'reset']])
  })
})

describe('which counter counts', () => {
  const whole = { before: true, after: true }
  const [pv, total, today] = [
    named('e_pv', every(HOUR, '2026-06-20T06:00Z', [100, 300])),
    named('e_tot', every(HOUR, '2026-06-20T06:30Z', [9000, 9900])),
    named('e_day', every(HOUR, '2026-06-20T07:00Z', [10, 20])),
  ]
  it('is the best of each day, whatever else is said beside it', () => {
    expect(countedReadings([...total, ...pv, ...today], ZONE, whole)).toEqual({ readings: pv, mixed: true })
    const next = named('e_tot', every(HOUR, '2026-06-21T06:00Z', [10_000, 10_500]))
    const both = countedReadings([...pv, ...total, ...next], ZONE, whole).readings
    expect(both).toEqual([...pv, ...next])
    // Nothing is said of the time between two counters, and none counts what the other did.
    expect(daysOf(both).days).toEqual({ '2026-06-20': 200, '2026-06-21': 500 })
    expect(countedReadings(total, ZONE, { before: false, after: false })).toEqual({
      readings: total,
      mixed: false,
    })
  })

  it('is not chosen by a part of a day', () => {
    const next = named('e_tot', every(HOUR, '2026-06-21T06:00Z', [10_000, 10_500]))
    expect(countedReadings([...pv, ...next], ZONE, { before: true, after: false }).readings).toEqual(pv)
  })

  it('a reading says for which books it brings something that can be believed', () => {
    const nothing = {
      e_pv: null,
      e_tot: null,
      e_day: null,
      e_in: null,
      e_out: null,
      e_chg: null,
      e_dis: null,
    }
    const books = (given: Partial<typeof nothing> | Record<string, number>, flags = 0) =>
      booksIn(booksOfReading({ ...nothing, ...given }, flags))
    expect(books({})).toEqual([])
    expect(books({ e_tot: 5 })).toEqual(['made'])
    expect(books({ e_tot: 5 }, qualityFlags.energy)).toEqual([])
    expect(books({ e_day: 5, e_tot: 5 }, qualityFlags.energy)).toEqual(['made'])
    expect(books({ e_pv: -5, e_in: 3, e_dis: 3e12 }, qualityFlags.counters)).toEqual(['e_in'])
    expect(books({ e_out: 0, e_chg: 1, e_dis: 2 })).toEqual(['e_out', 'e_chg', 'e_dis'])
  })
})
