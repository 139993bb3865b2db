import type * as z from 'zod/mini'
import type { stationBalance } from '#contract/http/telemetry.ts'
import { incomeOf } from '#domain/telemetry/income.ts'
import { stretchesOf } from '#domain/telemetry/prices.ts'
import { gridMeter } from '#domain/devices/meter-roles.ts'
import {
  type BalancePart,
  type Flows,
  ownUse,
  selfConsumption,
  selfSufficiency,
  used,
} from '#domain/telemetry/balance.ts'
import { type CounterDay, type CounterLife, flowsOfDays, sumOfDays } from '#domain/telemetry/balance-days.ts'
import type { FlowCounter } from '#domain/telemetry/counters.ts'
import { DAWN, SLACK, WHOLE_DAY } from '#domain/telemetry/coverage.ts'
import { bridgeMs } from '#domain/telemetry/energy-days.ts'
import { dayAt, daysFromTo, daysOfPeriod } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { pastPricesOf } from '../stations/price-store.ts'
import { elapsedLight, elapsedTime } from '../stations/station-light.ts'
import type { StationRow } from '../stations/station-store.ts'
import {
  bookedByDay,
  bookedIn,
  countersOfStation,
  type Days,
  type Grouped,
  lastLights,
  type LifeRow,
} from './balance-store.ts'
import { keyOf, periodOf } from './energy-bars.ts'
import { readKnownTimes, shareOf } from './known-times.ts'

export type StationBalance = z.output<typeof stationBalance>
type Period = StationBalance['period']

const partOf: Record<FlowCounter, BalancePart> = {
  e_in: 'imported',
  e_out: 'exported',
  e_chg: 'charged',
  e_dis: 'discharged',
}
const partOfRow = ({ kind, counter }: LifeRow): BalancePart =>
  counter !== null ? partOf[counter] : kind === 'inverter' ? 'pv' : kind === 'meter' ? 'imported' : 'charged'

const lifeOf = (row: LifeRow, zone: string): CounterLife => {
  const created = dayAt(row.createdAt, zone)
  return {
    device: row.no,
    part: partOfRow(row),
    meter: row.kind === 'meter' ? { role: row.role, below: row.below } : null,
    fromDay: row.firstDay !== null && row.firstDay < created ? row.firstDay : created,
    leftDay: row.removedAt === null ? null : dayAt(row.removedAt, zone),
    firstDay: row.firstDay,
    firstTs: row.firstTs,
  }
}

const figures = (flows: Flows, coverage: number | null) => ({
  pvWh: flows.pv,
  importWh: flows.imported,
  exportWh: flows.exported,
  chargedWh: flows.charged,
  dischargedWh: flows.discharged,
  usedWh: used(flows),
  ownUseWh: ownUse(flows),
  selfConsumption: selfConsumption(flows),
  selfSufficiency: selfSufficiency(flows),
  coverage,
})

const ALL: Days = { fromDay: '0001-01-01', toDay: '9999-12-31' }

/** The books of one part alone, over the whole period whatever is known of the others. */
const partAlone = async (
  db: Db,
  rows: readonly LifeRow[],
  limits: Days | null,
  now: number,
): Promise<{ wh: number | null; coverage: number | null }> => {
  const books = rows.flatMap(({ counter, book }) => (counter === null ? [] : [book]))
  const [booked, times] = await Promise.all([
    bookedIn(db, books, limits ?? ALL),
    readKnownTimes(db, books, { length: 10, limits }, now),
  ])
  const known = [...booked.values()].flatMap((wh) => wh ?? [])
  return {
    wh: known.length === 0 ? null : known.reduce((sum, wh) => sum + wh, 0),
    coverage: books.length === 0 ? null : shareOf(times, limits, null),
  }
}

/** `of` as given, or the present one. @throws Refusal `invalid_input` when it does not fit the period. */
const chosenOf = (period: Period, of: string | undefined, now: number, zone: string): string => {
  if (period !== 'day') return periodOf(period, of, now, zone)
  const day = of ?? dayAt(now, zone)
  return day.length === 10 ? day : refuse('invalid_input', { field: 'of' })
}

const keysOf: Record<Period, (day: string) => string | null> = { day: () => null, ...keyOf }

const firstOf = (some: readonly LifeRow[]): string | null =>
  some.flatMap(({ firstDay }) => firstDay ?? []).sort()[0] ?? null

/** What a station made, drew, fed in, stored and used over a period, as far as it is measured. */
export const readBalance = async (
  db: Db,
  station: StationRow,
  { period, of }: { period: Period; of?: string | undefined },
  now: number,
): Promise<StationBalance> => {
  const zone = station.time_zone
  const today = dayAt(now, zone)
  const chosen = chosenOf(period, of, now, zone)
  const limits = period === 'lifetime' ? null : daysOfPeriod(chosen)
  const rows = await countersOfStation(db, station.id)
  const lives = rows.map((row) => lifeOf(row, zone))
  const meters = new Map(
    rows.flatMap((row) => (row.kind === 'meter' && row.removedAt === null ? [[row.no, row]] : [])),
  )
  const grid = gridMeter([...meters.values()])
  const claims = ({ kind, no, removedAt, role, below }: LifeRow): boolean =>
    kind === 'meter' &&
    (removedAt === null
      ? grid !== null && grid !== 'several' && no === grid.no
      : role === 'grid' || (role === null && !below))
  const standing = rows.filter(claims)
  const [light, time] = [elapsedLight(station, now), elapsedTime(station, now)]

  const since = firstOf(standing)
  const metered = firstOf(rows.filter(({ kind }) => kind === 'meter')) ?? today
  const fromDay = limits !== null && limits.fromDay > metered ? limits.fromDay : metered
  const toDay = limits !== null && limits.toDay < today ? limits.toDay : today
  // Of a day that has hardly begun nothing is asked yet.
  const days = fromDay > toDay ? [] : daysFromTo(fromDay, toDay).filter((day) => day < today || time >= DAWN)

  const groups = [...new Set(rows.map((row) => (row.kind === 'inverter' ? 'pv' : String(row.book))))]
  const grouped = rows.map((row): Grouped => ({
    book: row.book,
    group: groups.indexOf(row.kind === 'inverter' ? 'pv' : String(row.book)),
    wholeToday: (row.kind === 'inverter' ? light : time) - SLACK,
  }))
  const inverters = rows.filter(({ kind }) => kind === 'inverter')
  const rowOf = new Map(rows.map((row) => [String(row.book), row]))
  const [booked, lights] =
    days.length === 0
      ? [[], []]
      : await Promise.all([
          bookedByDay(db, grouped, { fromDay, toDay }, today, WHOLE_DAY),
          lastLights(
            db,
            inverters.map(({ no }) => no),
            { fromDay, toDay },
          ),
        ])
  const counted = booked.map(({ group, day, wh, whole }): CounterDay => {
    const row = rowOf.get(groups[group] ?? '')
    return row === undefined || groups[group] === 'pv'
      ? { device: null, part: 'pv', day, wh, whole }
      : { device: row.no, part: partOfRow(row), day, wh, whole }
  })
  // Before there is light nothing is asked of inverters.
  if (light < DAWN && days.includes(today)) {
    const dark = counted.find(({ device, day }) => device === null && day === today)
    if (dark) dark.whole = inverters.length
    else counted.push({ device: null, part: 'pv', day: today, wh: 0, whole: inverters.length })
  }
  const flows = flowsOfDays(lives, counted, days, bridgeMs(station.report_min))
  const weightOf = (day: string): number => (day === today ? time : WHOLE_DAY)
  const key = keysOf[period]
  const bars = Map.groupBy(flows, ([day]) => key(day))
  const sum = sumOfDays(flows, lights, weightOf)
  const partRows = (part: BalancePart) =>
    (part === 'charged' || part === 'discharged' ? rows : standing).filter((row) => partOfRow(row) === part)
  const [imported, exported, charged, discharged] = await Promise.all(
    (['imported', 'exported', 'charged', 'discharged'] as const).map((part) =>
      partAlone(db, partRows(part), limits, now),
    ),
  )
  const nothing = { wh: null, coverage: null }
  const past = (await pastPricesOf(db, [station.id])).get(station.id) ?? []
  const priced = stretchesOf(past, station.tariff).map(({ fromDay, toDay, price }) => {
    const own = [...flows].filter(([day]) => day >= fromDay && day <= toDay)
    return { price, flows: sumOfDays(new Map(own), lights, weightOf).flows }
  })
  return {
    period,
    of: chosen,
    timeZone: zone,
    meter: grid === null ? 'none' : grid === 'several' ? 'several' : 'one',
    since,
    total: figures(sum.flows, sum.coverage),
    import: imported ?? nothing,
    export: exported ?? nothing,
    charged: charged ?? nothing,
    discharged: discharged ?? nothing,
    worth: {
      ownUse: incomeOf(priced.map(({ price, flows: one }) => ({ wh: ownUse(one), price }))),
      export: incomeOf(priced.map(({ price, flows: one }) => ({ wh: one.exported, price }))),
    },
    bars: [...bars].flatMap(([name, some]) => {
      if (name === null) return []
      const one = sumOfDays(new Map(some), lights, weightOf)
      return [{ key: name, ...figures(one.flows, one.coverage) }]
    }),
  }
}
