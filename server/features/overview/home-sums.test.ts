import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { deviceKinds } from '#domain/devices/kinds.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { conditionRank } from '#domain/stations/condition.ts'
import { proposedCarbon } from '#domain/stations/factors.ts'
import { HOME_LIST } from '#domain/stations/limits.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import { shareTogether } from '#domain/telemetry/coverage.ts'
import { incomesOf } from '../stations/earlier-energy.ts'
import { withBefore } from '../stations/lifetime.ts'
import type { StationFigures } from '../stations/station-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import { fleetLight } from './fleet-light.ts'
import {
  countAlarms,
  countConditions,
  homeFactors,
  homeFrame,
  homeTotals,
  frameOf,
  monthRanking,
  needAttention,
  ranking,
  sharedOf,
} from './home.ts'
import { beginLine, continueLine } from '../../platform/kept/lists.ts'
import { createHomeMemory, type HomeMemory, homeOfSome } from './home-memory.ts'
import { type HomeStation, periods, type Period } from './home-part.ts'
import type { LongEnergy } from './long-energy.ts'

const NOW = Date.UTC(2026, 5, 21, 4)
const zones = ['Asia/Shanghai', 'Europe/Paris', 'Europe/Berlin']
const currencies = ['CNY', 'EUR', 'USD']

const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const share = some(fc.constantFrom(0, 0.2, 0.5, 0.777, 0.999, 1))
const wh = some(fc.oneof(fc.nat(60_000), fc.double({ min: 0, max: 9e7, noNaN: true })))
/** Few different ones, so that ranks and names are equal now and then. */
const hours = some(fc.constantFrom(0, 10_000, 20_000, 20_001))
const price = fc.record({
  perKwh: fc.constantFrom(0.1, 0.5333, 1 / 3),
  currency: fc.constantFrom(...currencies),
  source: fc.constantFrom('a', 'b'),
})

const rowOf = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  time_zone: fc.constantFrom(...zones),
  latitude: fc.constantFrom(0, 31.2, 68),
  north: fc.boolean(),
  longitude: fc.constantFrom(0, 17.4, 121.5),
  east: fc.boolean(),
  country: fc.constantFrom('CN', 'DE', 'US'),
  report_min: fc.constantFrom(5, 15, 60),
  capacity_w: fc.constantFrom(0, 10_000, 10_000, 33_330),
  tilt_deg: fc.constant(null),
  azimuth_deg: fc.constant(null),
  tariff: some(price),
  co2: some(fc.constant({ kgPerKwh: 0.4, source: 'c' })),
  yield_before_wh: wh,
})
const figuresOf = fc.record({
  condition: fc.constantFrom(...stationConditions),
  powerW: some(fc.double({ min: 0, max: 9e4, noNaN: true })),
  powerAt: some(fc.integer({ min: NOW - 900_000, max: NOW })),
  todayWh: hours,
  todayCoverage: share,
  attention: fc.constantFrom(0, 0, 1, 2),
  neverHeard: fc.array(fc.nat(1_000), { maxLength: 2 }),
  openAlarms: fc.record({
    very_urgent: fc.constantFrom(0, 0, 0, 1),
    emergent: fc.constantFrom(0, 0, 0, 2),
    important: fc.constantFrom(0, 0, 0, 1),
    prompt: fc.constantFrom(0, 0, 3),
  }),
  inverterW: fc.constant(null),
  roof: fc.constant(null),
  irradianceWm2: some(fc.constant(400)),
  airC: fc.constant(null),
  yesterdayWh: hours,
  yesterdayCoverage: share,
  inverters: fc.constantFrom(0, 1, 2),
})
const energyOf = fc.record({
  monthWh: hours,
  yearWh: wh,
  lifetimeWh: wh,
  todaySharedWh: fc.nat(9),
  monthSharedWh: fc.nat(99),
  yearSharedWh: fc.nat(999),
  lifetimeSince: some(fc.constantFrom('2024-02-03', '2025-11-01')),
  coverage: fc.record({ today: share, month: share, year: share, lifetime: share }),
  earlier: fc.array(fc.record({ price: some(price), monthWh: wh, yearWh: wh, lifetimeWh: wh }), {
    maxLength: 2,
  }),
})
const devicesOf = (inverters: number) =>
  Object.fromEntries(
    deviceKinds.map((kind) => [kind, { total: kind === 'inverter' ? inverters : 0, online: 0 }]),
  )
const stationOf: fc.Arbitrary<HomeStation> = fc
  .tuple(fc.uuid(), rowOf, figuresOf, energyOf)
  .map(([id, row, { inverters, ...figures }, energy]) => ({
    row: { ...row, id } as unknown as StationRow,
    figures: { ...figures, stationId: id, devices: devicesOf(inverters) } as unknown as StationFigures,
    energy: energy as LongEnergy,
  }))
const stationsOf = (most: number, least = 0) =>
  fc.uniqueArray(stationOf, { minLength: least, maxLength: most, selector: ({ row }) => row.id })

const known = (values: readonly (number | null)[]): number | null => {
  const found = values.filter((value) => value !== null)
  return found.length === 0 ? null : found.reduce((sum, value) => sum + value, 0)
}
const near = (value: number | null) =>
  value === null ? null : expect.closeTo(value, 6 - Math.max(0, Math.ceil(Math.log10(value + 1)) - 7))
const carbonOf = (row: StationRow) => row.co2 ?? proposedCarbon(row.country)
const byName = (a: HomeStation, b: HomeStation) =>
  a.row.name === b.row.name ? (a.row.id < b.row.id ? -1 : 1) : a.row.name < b.row.name ? -1 : 1
const coverageOf = (all: readonly HomeStation[], period: Period) =>
  shareTogether(
    all.map(({ row, figures, energy }) => ({
      capacityW: row.capacity_w,
      coverage:
        (period === 'today' ? figures.todayCoverage : energy.coverage[period]) ??
        (figures.devices.inverter.total === 0 ? 0 : null),
    })),
  )
const lifetimeOf = ({ row, energy }: HomeStation) => withBefore(energy.lifetimeWh, row.yield_before_wh)

/** All of it station by station, as the words of the contract say it. */
const plainIncome = (all: readonly HomeStation[]) => {
  const told = all.map((one) => ({
    one,
    ...incomesOf(one.row.tariff, one.energy.earlier, one.energy, one.row.yield_before_wh),
  }))
  const behind = (currency: string) =>
    all.reduce((sum, { row }) => sum + (row.tariff?.currency === currency ? row.capacity_w : 0), 0)
  return currencies
    .filter((currency) =>
      told.some(
        ({ one, lifetime }) =>
          one.row.tariff?.currency === currency || lifetime.some((a) => a.currency === currency),
      ),
    )
    .sort((a, b) => behind(b) - behind(a) || (a < b ? -1 : 1))
    .map((currency) => {
      const now = told.filter(({ one }) => one.row.tariff?.currency === currency)
      const ever = told.filter(
        ({ one, lifetime }) =>
          one.row.tariff?.currency === currency || lifetime.some((a) => a.currency === currency),
      )
      const sum = (period: 'month' | 'year' | 'lifetime') =>
        ever.reduce((s, one) => s + (one[period].find((a) => a.currency === currency)?.amount ?? 0), 0)
      const of = (some: typeof told, period: Period) =>
        coverageOf(
          some.map(({ one }) => one),
          period,
        )
      return {
        currency,
        today: near(
          now.reduce(
            (s, { one }) => s + ((one.figures.todayWh ?? 0) / 1000) * (one.row.tariff?.perKwh ?? 0),
            0,
          ),
        ),
        month: near(sum('month')),
        year: near(sum('year')),
        lifetime: near(sum('lifetime')),
        todayCoverage: of(now, 'today'),
        monthCoverage: of(ever, 'month'),
        yearCoverage: of(ever, 'year'),
        lifetimeCoverage: of(ever, 'lifetime'),
      }
    })
}

const count = (of: readonly object[]) =>
  [...Map.groupBy(of, (one) => JSON.stringify(one))]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .slice(0, HOME_LIST)
    .map(([, same]) => ({ ...same[0], stations: same.length }))

const plainFactors = (all: readonly HomeStation[]) => {
  const tariffs = all.flatMap(({ row }) => row.tariff ?? [])
  return {
    tariffs: count(tariffs.map(({ perKwh, currency, source }) => ({ perKwh, currency, source }))),
    unpriced: all.length - tariffs.length,
    carbon: count(all.map(({ row }) => ({ kgPerKwh: carbonOf(row).kgPerKwh, source: carbonOf(row).source }))),
  }
}

const hoursOf = ({ row, figures }: HomeStation) =>
  equivalentHours(figures.todayWh, row.capacity_w, figures.todayCoverage)
const hoursBefore = ({ row, figures }: HomeStation) =>
  equivalentHours(figures.yesterdayWh, row.capacity_w, figures.yesterdayCoverage) ?? 0
const monthHours = ({ row, energy }: HomeStation) =>
  equivalentHours(energy.monthWh, row.capacity_w, energy.coverage.month)
const isAmiss = ({ figures }: HomeStation) =>
  figures.condition === 'fault' || figures.condition === 'offline' || figures.attention > 0
const first = (all: readonly HomeStation[]) => all.slice(0, HOME_LIST).map(({ row }) => row.id)

const plainLists = (all: readonly HomeStation[]) => ({
  ranking: first(
    all
      .filter((one) => hoursOf(one) !== null)
      .sort((a, b) => hoursOf(b)! - hoursOf(a)! || hoursBefore(b) - hoursBefore(a) || byName(a, b)),
  ),
  monthRanking: first(
    all
      .filter((one) => monthHours(one) !== null)
      .sort((a, b) => monthHours(b)! - monthHours(a)! || byName(a, b)),
  ),
  attention: first(
    all
      .filter((one) => isAmiss(one) || alarmLevels.some((level) => one.figures.openAlarms[level] > 0))
      .sort(
        (a, b) =>
          Number(isAmiss(b)) - Number(isAmiss(a)) ||
          conditionRank(a.figures.condition) - conditionRank(b.figures.condition) ||
          b.figures.attention - a.figures.attention ||
          byName(a, b),
      ),
  ),
})

const given = (all: readonly HomeStation[]): Parameters<HomeMemory['look']>[0] => ({
  rows: all.map(({ row }) => row),
  figures: all.map(({ figures }) => figures),
  energies: all.map(({ energy }) => energy),
})

/** `list` in the place of `before`: the same one while nothing in it is another, and else one that follows it. */
const follow = <T>(list: readonly T[], before: readonly T[] | null): readonly T[] => {
  const places = [...list.keys()].filter((at) => list[at] !== before?.[at])
  if (before !== null && places.length === 0) return before
  if (before === null) beginLine(list)
  else continueLine(list, before, places)
  return list
}

/** The same as they are in a server's mind. */
const followed = () => {
  let before: ReturnType<typeof given> | null = null
  return (all: readonly HomeStation[]) => {
    const next = given(all)
    const isSame =
      before?.rows.length === all.length && next.rows.every(({ id }, at) => id === before?.rows[at]?.id)
    const last = isSame ? before : null
    before = {
      rows: follow(next.rows, last?.rows ?? null),
      figures: follow(next.figures, last?.figures ?? null),
      energies: follow(next.energies, last?.energies ?? null),
    }
    return before
  }
}

describe('what home adds up over stations', () => {
  it('is what each of them says, taken together', () => {
    fc.assert(
      fc.property(stationsOf(40), (all) => {
        const { sums } = homeOfSome.look(given(all), NOW)
        const of = (read: (one: HomeStation) => number | null) => near(known(all.map(read)))
        const powered = all.filter(({ figures }) => figures.powerW !== null)
        const ats = powered.flatMap(({ figures }) => figures.powerAt ?? [])
        expect(homeTotals(sums)).toEqual({
          capacityW: all.reduce((sum, { row }) => sum + row.capacity_w, 0),
          powerW: of(({ figures }) => figures.powerW),
          powerStations: powered.length,
          powerAt: ats.length === 0 ? null : Math.min(...ats),
          todayWh: of(({ figures }) => figures.todayWh),
          monthWh: of(({ energy }) => energy.monthWh),
          yearWh: of(({ energy }) => energy.yearWh),
          monthSharedWh: all.reduce((sum, { energy }) => sum + energy.monthSharedWh, 0),
          yearSharedWh: all.reduce((sum, { energy }) => sum + energy.yearSharedWh, 0),
          lifetimeWh: of(lifetimeOf),
          lifetimeBeforeWh: of(({ row }) => row.yield_before_wh),
          lifetimeSince: all.flatMap(({ energy }) => energy.lifetimeSince ?? []).sort()[0] ?? null,
          coverage: Object.fromEntries(periods.map((period) => [period, coverageOf(all, period)])),
          income: plainIncome(all),
          co2Kg: of((one) => {
            const life = lifetimeOf(one)
            return life === null ? null : (life / 1000) * carbonOf(one.row).kgPerKwh
          }),
        })
        expect(sharedOf(sums, 'today')).toBe(all.reduce((sum, { energy }) => sum + energy.todaySharedWh, 0))
        expect(homeFactors(sums)).toEqual(plainFactors(all))
        for (const condition of stationConditions)
          expect(countConditions(sums)[condition]).toBe(
            all.filter(({ figures }) => figures.condition === condition).length,
          )
        for (const level of alarmLevels)
          expect(countAlarms(sums)[level]).toBe(
            all.reduce((sum, { figures }) => sum + figures.openAlarms[level], 0),
          )
        const lists = plainLists(all)
        expect(sums.ranking.map(({ station }) => station.row.id)).toEqual(lists.ranking)
        expect(sums.monthRanking.map(({ station }) => station.row.id)).toEqual(lists.monthRanking)
        expect(sums.attention.map(({ station }) => station.row.id)).toEqual(lists.attention)
        const numbers = all.flatMap(({ figures }) => figures.neverHeard).sort((a, b) => a - b)
        expect([sums.neverHeard, sums.neverHeardTotal]).toEqual([numbers.slice(0, HOME_LIST), numbers.length])
      }),
      { numRuns: 60 },
    )
  })
})

type Change =
  | { kind: 'one'; at: number; to: HomeStation; what: 'figures' | 'energy' | 'row' }
  | { kind: 'more'; to: HomeStation[]; at: number }
  | { kind: 'less' | 'turn'; at: number }
  | { kind: 'time'; ms: number }
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('one' as const),
    at: fc.nat(),
    to: stationOf,
    what: fc.constantFrom('figures', 'energy', 'row'),
  }),
  fc.record({ kind: fc.constant('more' as const), to: stationsOf(20), at: fc.nat() }),
  fc.record({ kind: fc.constantFrom('less' as const, 'turn' as const), at: fc.nat() }),
  fc.record({
    kind: fc.constant('time' as const),
    ms: fc.oneof(fc.nat(90_000), fc.integer({ min: -70_000, max: -1 })),
  }),
)

const changed = (all: readonly HomeStation[], how: Change): readonly HomeStation[] => {
  const at = 'at' in how && all.length > 0 ? how.at % all.length : 0
  if (how.kind === 'time') return all
  if (how.kind === 'more') {
    const there = new Set(all.map(({ row }) => row.id))
    return all.toSpliced(at, 0, ...how.to.filter(({ row }) => !there.has(row.id)))
  }
  if (how.kind === 'less') return all.toSpliced(at, 1)
  if (how.kind !== 'one') return [...all.slice(at), ...all.slice(0, at)]
  return all.map((one, no) => {
    if (no !== at) return one
    const { id } = one.row
    if (how.what === 'figures') return { ...one, figures: { ...how.to.figures, stationId: id } }
    if (how.what === 'energy') return { ...one, energy: how.to.energy }
    return { ...one, row: { ...how.to.row, id } }
  })
}
describe('what a server goes on with', () => {
  it.each([
    ['lists that are made at each look', () => given],
    ['lists that follow each other', followed],
  ] as const)(
    'is to the last digit what all stations add up to, whatever has changed, of %s',
    (_, listed) => {
      fc.assert(
        fc.property(stationsOf(200, 120), fc.array(change, { maxLength: 8 }), (start, changes) => {
          const memory = createHomeMemory()
          const lists = listed()
          let all: readonly HomeStation[] = start
          let now = NOW
          for (const how of [{ kind: 'time' as const, ms: 0 }, ...changes]) {
            all = changed(all, how)
            if (how.kind === 'time') now += how.ms
            const { stations, sums: told, light } = memory.look(lists(all), now)
            const { sums: plain, light: plainLight } = homeOfSome.look(given(all), now)
            expect(stations).toEqual(all)
            expect(homeTotals(told)).toEqual(homeTotals(plain))
            expect(homeFactors(told)).toEqual(homeFactors(plain))
            expect([countConditions(told), countAlarms(told)]).toEqual([
              countConditions(plain),
              countAlarms(plain),
            ])
            expect([ranking(told, now), monthRanking(told)]).toEqual([
              ranking(plain, now),
              monthRanking(plain),
            ])
            expect(needAttention(told, now)).toEqual(needAttention(plain, now))
            expect([told.neverHeard, told.neverHeardTotal]).toEqual([plain.neverHeard, plain.neverHeardTotal])
            const { rows } = lists(all)
            expect(frameOf(memory.clocks(rows), now)).toEqual(homeFrame(rows, now))
            expect(fleetLight(light, 1)).toEqual(fleetLight(plainLight, 1))
          }
        }),
        { numRuns: 40 },
      )
    },
  )

  it('is the same object while nothing is another, and made anew of what is', () => {
    const start = fc.sample(stationsOf(200, 150), { numRuns: 1, seed: 7 })[0]!
    const memory = createHomeMemory()
    const first = memory.look(given(start), NOW)
    const { parts } = first
    const again = memory.look(given(start), NOW)
    expect(
      [again.stations, again.sums, again.light].map(
        (one, at) => one === [first.stations, first.sums, first.light][at],
      ),
    ).toEqual([true, true, true])
    const next = changed(start, { kind: 'one', at: 77, to: start[3]!, what: 'figures' })
    const then = memory.look(given(next), NOW)
    expect(then.stations.flatMap((one, at) => (one === first.stations[at] ? [] : [at]))).toEqual([77])
    expect(then.parts.flatMap((one, at) => (one === parts[at] ? [] : [at]))).toEqual([77])
    // One that was taken out: what was made of the others stays.
    const fewer = memory.look(given(next.toSpliced(5, 1)), NOW)
    expect(fewer.stations).toHaveLength(next.length - 1)
    expect(fewer.stations.every((one) => then.stations.includes(one))).toBe(true)
  })
})
