import { describe, expect, it } from 'vitest'
import { used } from './balance.ts'
import { flowsOfDays, sumOfDays, type CounterDay, type CounterLife } from './balance-days.ts'

const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04']
const [first = '', second = '', third = '', fourth = ''] = days
const MIN = 60_000
const life = (device: number, part: CounterLife['part'], given: Partial<CounterLife> = {}): CounterLife => ({
  device,
  part,
  meter: part === 'imported' || part === 'exported' ? { role: null, below: false } : null,
  fromDay: '2026-05-01',
  leftDay: null,
  firstDay: '2026-05-01',
  firstTs: 0,
  ...given,
})
const meter = (device: number, given: Partial<CounterLife> = {}) =>
  (['imported', 'exported'] as const).map((part) => life(device, part, given))
const battery = (device: number, given: Partial<CounterLife> = {}) =>
  (['charged', 'discharged'] as const).map((part) => life(device, part, given))
const booked = (device: number | null, part: CounterDay['part'], wh: number, whole = 1): CounterDay[] =>
  days.map((day) => ({ device, part, day, wh, whole }))

const lives = [life(1, 'pv'), life(2, 'pv'), ...meter(3), ...battery(4)]
const books = [
  ...booked(null, 'pv', 20_000, 2),
  ...booked(3, 'imported', 3_000),
  ...booked(3, 'exported', 6_000),
  ...booked(4, 'charged', 5_000),
  ...booked(4, 'discharged', 4_200),
]
const day = { pv: 20_000, imported: 3_000, exported: 6_000, charged: 5_000, discharged: 4_200 }
const flows = (some: readonly CounterLife[] = lives, of: readonly CounterDay[] = books) =>
  Object.fromEntries(flowsOfDays(some, of, days, 15 * MIN))
const without = (device: number | null, part: CounterDay['part'], on: string) =>
  books.filter((one) => one.device !== device || one.part !== part || one.day !== on)
const all = { [first]: day, [second]: day, [third]: day, [fourth]: day }

describe('days of which everything is known', () => {
  it('are those of which every counter knows the whole', () => {
    expect(flows()).toEqual(all)
    for (const [device, part] of [
      [null, 'pv'],
      [3, 'imported'],
      [3, 'exported'],
      [4, 'charged'],
      [4, 'discharged'],
    ] as const)
      expect([part, flows(lives, without(device, part, second))]).toEqual([part, { ...all, [second]: null }])
    const one = books.map((book) => (book.part === 'pv' && book.day === third ? { ...book, whole: 1 } : book))
    expect(flows(lives, one)).toEqual({ ...all, [third]: null })
  })

  it('are not asked of before there is a meter, and unknown while two may be it', () => {
    expect(flows(lives.filter(({ meter }) => meter === null))).toEqual({})
    const late = lives.map((one) => (one.device === 3 ? { ...one, fromDay: third, firstDay: third } : one))
    // On its first day it knows less than the others.
    expect(flows(late)).toEqual({ [third]: null, [fourth]: day })
    expect(flows([...lives, ...meter(5, { fromDay: second })])).toEqual({
      [first]: day,
      [second]: null,
      [third]: null,
      [fourth]: null,
    })
    const chosen = meter(5, { fromDay: second, meter: { role: 'consumption', below: false } })
    expect(flows([...lives, ...chosen])).toEqual(all)
  })

  it('begin with the day on which everything was heard first at one moment', () => {
    const begun = (apart: number) =>
      lives.map((one) => ({
        ...one,
        fromDay: first,
        firstDay: first,
        firstTs: one.device === 3 ? apart : 0,
      }))
    expect(flows(begun(15 * MIN))).toEqual(all)
    expect(flows(begun(15 * MIN + 1))).toEqual({ ...all, [first]: null })
  })

  it('leave out the day on which a meter was exchanged', () => {
    const old = meter(3, { leftDay: second })
    const next = meter(6, { fromDay: third, firstDay: third, firstTs: 1 })
    const kept = lives.filter(({ device }) => device !== 3)
    const both = [...books, ...booked(6, 'imported', 100), ...booked(6, 'exported', 200)]
    expect(flows([...kept, ...old, ...next], both)).toEqual({
      [first]: day,
      [second]: null,
      [third]: null,
      [fourth]: { ...day, imported: 100, exported: 200 },
    })
  })

  it('are unknown of a meter that counts one way alone', () => {
    expect(
      flows(
        lives.filter(({ part }) => part !== 'exported'),
        without(3, 'exported', first),
      ),
    ).toMatchObject({
      [first]: null,
    })
  })

  it('need no sun where there are no inverters', () => {
    expect(flows(meter(3), [...booked(3, 'imported', 900), ...booked(3, 'exported', 0)])[first]).toEqual({
      pv: 0,
      imported: 900,
      exported: 0,
      charged: 0,
      discharged: 0,
    })
  })
})

const whole = () => 1

describe('a period', () => {
  it('is the sum of the days that are known, and says how many of them are', () => {
    const told = flowsOfDays(lives, without(3, 'imported', second), days, 0)
    const { flows: sum, coverage } = sumOfDays(told, [], whole)
    expect([sum, coverage]).toEqual([
      { pv: 60_000, imported: 9_000, exported: 18_000, charged: 15_000, discharged: 12_600 },
      0.75,
    ])
    expect(used(sum)).toBe(48_600)
    expect(sumOfDays(flowsOfDays(lives, books, days, 0), [], whole).coverage).toBe(1)
    // Of the last day a quarter lies behind.
    const late = flowsOfDays(lives, without(3, 'imported', fourth), days, 0)
    expect(sumOfDays(late, [], (one) => (one === fourth ? 0.25 : 1)).coverage).toBe(0.923)
  })

  it('has the last light of evenings between days that are known', () => {
    const told = flowsOfDays(lives, without(3, 'imported', third), days, 0)
    const lights = [first, second, third].map((fromDay, n) => ({ fromDay, toDay: days[n + 1] ?? '', wh: 7 }))
    expect(sumOfDays(told, lights, whole).flows.pv).toBe(60_007)
  })

  it('is unknown when no day of it is known, and nothing is asked of one without a meter', () => {
    const nothing = { pv: null, imported: null, exported: null, charged: null, discharged: null }
    expect(sumOfDays(new Map([[first, null]]), [], whole)).toEqual({ flows: nothing, coverage: 0 })
    expect(sumOfDays(new Map(), [], whole)).toEqual({ flows: nothing, coverage: null })
  })
})
