import type * as z from 'zod/mini'
import { HOME_LIST } from '#domain/stations/limits.ts'
import type { overviewRoutes } from '#contract/http/overview.ts'
import { alarmLevels, byLevel } from '#domain/alarms/alarm-states.ts'
import { conditionRank } from '#domain/stations/condition.ts'
import { stationConditions, type StationCondition } from '#domain/stations/station-kinds.ts'
import { shareTogether } from '#domain/telemetry/coverage.ts'
import { dayAt, dayEndAt, dayStartAt, localDayAt } from '#domain/telemetry/local-days.ts'
import { presentCard, type StationCardView } from '../stations/present-station.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { proposedCarbon } from '#domain/stations/factors.ts'
import type { StationFigures } from '../stations/station-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import { incomesOf } from '../stations/earlier-energy.ts'
import { withBefore } from '../stations/lifetime.ts'
import type { LongEnergy } from './past-energy.ts'

export type HomeView = z.output<(typeof overviewRoutes)['GET /api/home']['output']>
export type HomeStation = { row: StationRow; figures: StationFigures; energy: LongEnergy }

/** Sum of what is known; null when nothing is. */
const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

export const countConditions = (stations: readonly HomeStation[]): Record<StationCondition, number> => {
  const counts = Object.fromEntries(stationConditions.map((one) => [one, 0])) as Record<
    StationCondition,
    number
  >
  for (const { figures } of stations) counts[figures.condition] += 1
  return counts
}

/** Alarms of all stations that are not closed. */
export const countAlarms = (stations: readonly HomeStation[]): HomeView['openAlarms'] =>
  byLevel((level) => stations.reduce((sum, { figures }) => sum + figures.openAlarms[level], 0))

const carbonOf = (row: StationRow) => row.co2 ?? proposedCarbon(row.country)

const lifetimeOf = ({ row, energy }: HomeStation): number | null =>
  withBefore(energy.lifetimeWh, row.yield_before_wh)

/** Of the capacity of stations; one without inverters has part in it, and nothing of it is known. */
export const coverageOf = (
  stations: readonly HomeStation[],
  period: keyof HomeView['totals']['coverage'],
): number | null =>
  shareTogether(
    stations.map(({ row, figures, energy }) => ({
      capacityW: row.capacity_w,
      coverage:
        (period === 'today' ? figures.todayCoverage : energy.coverage[period]) ??
        (figures.devices.inverter.total === 0 ? 0 : null),
    })),
  )

type Long = 'month' | 'year' | 'lifetime'

/**
 * Sums over stations by currency, each day at the price that was in force: money is never summed over currencies. In a
 * currency that a station had before and has no more it has part in what is past alone.
 */
const incomeOf = (stations: readonly HomeStation[]): HomeView['totals']['income'] => {
  const earned = stations.map((station) => {
    const { row, figures, energy } = station
    return {
      station,
      tariff: row.tariff,
      today: ((figures.todayWh ?? 0) / 1000) * (row.tariff?.perKwh ?? 0),
      ...incomesOf(row.tariff, energy.earlier, energy, row.yield_before_wh),
    }
  })
  const currencies = new Set(
    earned.flatMap(({ tariff, lifetime }) => [
      ...(tariff === null ? [] : [tariff.currency]),
      ...lifetime.map(({ currency }) => currency),
    ]),
  )
  // That of most of the capacity first: amounts of different currencies have no order of their own.
  const behind = (currency: string): number =>
    stations.reduce((sum, { row }) => sum + (row.tariff?.currency === currency ? row.capacity_w : 0), 0)
  const inOrder = [...currencies].sort((a, b) => behind(b) - behind(a) || (a < b ? -1 : 1))
  return inOrder.map((currency) => {
    const now = earned.filter(({ tariff }) => tariff?.currency === currency)
    const ever = earned.filter(
      ({ tariff, lifetime }) =>
        tariff?.currency === currency || lifetime.some((a) => a.currency === currency),
    )
    const sum = (period: Long): number =>
      ever.reduce((all, one) => all + (one[period].find((a) => a.currency === currency)?.amount ?? 0), 0)
    const share = (of: typeof earned, period: 'today' | Long) =>
      coverageOf(
        of.map(({ station }) => station),
        period,
      )
    return {
      currency,
      today: now.reduce((all, one) => all + one.today, 0),
      month: sum('month'),
      year: sum('year'),
      lifetime: sum('lifetime'),
      todayCoverage: share(now, 'today'),
      monthCoverage: share(ever, 'month'),
      yearCoverage: share(ever, 'year'),
      lifetimeCoverage: share(ever, 'lifetime'),
    }
  })
}

/** Energy of spans over the edge of the period: the sum of what each station tells. A life has no edge. */
export const sharedOf = (
  stations: readonly HomeStation[],
  period: keyof HomeView['totals']['coverage'],
): number =>
  period === 'lifetime' ? 0 : stations.reduce((sum, { energy }) => sum + energy[`${period}SharedWh`], 0)

export const homeTotals = (stations: readonly HomeStation[]): HomeView['totals'] => {
  const known = stations.filter(({ figures }) => figures.powerW !== null)
  const oldest = known.reduce((least, { figures }) => Math.min(least, figures.powerAt ?? least), Infinity)
  return {
    capacityW: stations.reduce((sum, { row }) => sum + row.capacity_w, 0),
    powerW: sumKnown(stations.map(({ figures }) => figures.powerW)),
    powerStations: known.length,
    powerAt: oldest === Infinity ? null : oldest,
    todayWh: sumKnown(stations.map(({ figures }) => figures.todayWh)),
    monthWh: sumKnown(stations.map(({ energy }) => energy.monthWh)),
    yearWh: sumKnown(stations.map(({ energy }) => energy.yearWh)),
    monthSharedWh: sharedOf(stations, 'month'),
    yearSharedWh: sharedOf(stations, 'year'),
    lifetimeWh: sumKnown(stations.map(lifetimeOf)),
    lifetimeBeforeWh: sumKnown(stations.map(({ row }) => row.yield_before_wh)),
    lifetimeSince: stations.flatMap(({ energy }) => energy.lifetimeSince ?? []).sort()[0] ?? null,
    coverage: {
      today: coverageOf(stations, 'today'),
      month: coverageOf(stations, 'month'),
      year: coverageOf(stations, 'year'),
      lifetime: coverageOf(stations, 'lifetime'),
    },
    income: incomeOf(stations),
    co2Kg: sumKnown(
      stations.map((station) => {
        const wh = lifetimeOf(station)
        return wh === null ? null : (wh / 1000) * carbonOf(station.row).kgPerKwh
      }),
    ),
  }
}

/** Equal ones once, with how many stations use each. */
const counted = <T extends object>(all: readonly T[]): (T & { stations: number })[] =>
  [...Map.groupBy(all, (one) => JSON.stringify(one)).values()]
    .flatMap((same) => same.slice(0, 1).map((one) => ({ ...one, stations: same.length })))
    .sort((a, b) => b.stations - a.stations)
    .slice(0, HOME_LIST)

export const homeFactors = (stations: readonly HomeStation[]): HomeView['factors'] => {
  const tariffs = stations.flatMap(({ row: { tariff } }) =>
    tariff === null ? [] : [{ perKwh: tariff.perKwh, currency: tariff.currency, source: tariff.source }],
  )
  return {
    tariffs: counted(tariffs),
    unpriced: stations.length - tariffs.length,
    carbon: counted(
      stations.map(({ row }) => {
        const { kgPerKwh, source } = carbonOf(row)
        return { kgPerKwh, source }
      }),
    ),
  }
}

/** Of many stations together nobody sees single minutes. */
const STEP_OF_MANY_MIN = 15
/** Stations that home adds up from the rows of each request; of more, what is past is kept in memory. */
export const MANY_STATIONS = 100

/** Slower reporters are drawn as lines between their reports; a curve of hours would hide the day. */
const STEP_MAX_MIN = 30

const HOURS_24_MS = 24 * 3_600_000

/** How many clocks stations go by: zones that differ in name alone (Paris, Berlin) have one. */
export const clocksOf = (rows: readonly Pick<StationRow, 'time_zone'>[], now: number): number => {
  const zones = new Set(rows.map((row) => row.time_zone))
  return new Set([...zones].map((zone) => localDayAt(now, zone).startAt)).size
}

export type HomeFrame = Pick<HomeView['curve'], 'timeZone' | 'span' | 'from' | 'to' | 'stepMs'>

/**
 * Zone, window and step of a curve over all stations. Where they go by one clock it is their present day. Over several
 * a day of one of them would begin in the middle of another's: it is the last 24 hours then, up to the end of the step
 * that is running.
 */
export const homeFrame = (rows: readonly StationRow[], now: number): HomeFrame => {
  const byZone = new Map<string, number>()
  for (const row of rows) byZone.set(row.time_zone, (byZone.get(row.time_zone) ?? 0) + row.capacity_w)
  const [largest] = [...byZone].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const timeZone = largest?.[0] ?? 'UTC'
  const least = rows.length > MANY_STATIONS ? STEP_OF_MANY_MIN : 5
  const slowest = rows.reduce((most, row) => Math.max(most, row.report_min), least)
  const stepMs = Math.min(STEP_MAX_MIN, slowest) * 60_000
  if (clocksOf(rows, now) > 1) {
    const to = (Math.floor(now / stepMs) + 1) * stepMs
    return { timeZone, span: 'last24h', from: to - Math.ceil(HOURS_24_MS / stepMs) * stepMs, to, stepMs }
  }
  const day = dayAt(now, timeZone)
  return { timeZone, span: 'day', from: dayStartAt(day, timeZone), to: dayEndAt(day, timeZone), stepMs }
}

const before = ({ row, figures: { yesterdayWh, yesterdayCoverage } }: HomeStation): number =>
  equivalentHours(yesterdayWh, row.capacity_w, yesterdayCoverage) ?? 0

/** By equivalent hours of each station's own present day; those without any stay out. */
export const ranking = (stations: readonly HomeStation[], now: number): StationCardView[] =>
  stations
    .flatMap((station) => {
      const hours = equivalentHours(
        station.figures.todayWh,
        station.row.capacity_w,
        station.figures.todayCoverage,
      )
      return hours === null ? [] : [{ ...station, hours }]
    })
    // Before the first sunrise of all the day before is shown.
    .sort((a, b) => b.hours - a.hours || before(b) - before(a) || (a.row.name < b.row.name ? -1 : 1))
    .slice(0, HOME_LIST)
    .map(({ row, figures }) => presentCard(row, figures, now))

/** The same of the present month of each. */
export const monthRanking = (stations: readonly HomeStation[]): HomeView['monthRanking'] =>
  stations
    .flatMap(({ row: { id, name, capacity_w }, energy: { monthWh, coverage } }) => {
      const hours = equivalentHours(monthWh, capacity_w, coverage.month)
      return monthWh === null || hours === null
        ? []
        : [{ id, name, monthWh, equivalentHours: hours, coverage: coverage.month }]
    })
    .sort((a, b) => b.equivalentHours - a.equivalentHours || (a.name < b.name ? -1 : 1))
    .slice(0, HOME_LIST)

/** Less comes from it than should, or nothing is heard of some of it. */
const isAmiss = ({ condition, attention }: HomeStation['figures']): boolean =>
  condition === 'fault' || condition === 'offline' || attention > 0

/** Those that need a look, worst first, and how many there are: the same as the list of what is to be done tells of. */
export const needAttention = (
  stations: readonly HomeStation[],
  now: number,
): Pick<HomeView, 'attention' | 'attentionTotal'> => {
  const found = stations.filter(
    ({ figures }) => isAmiss(figures) || alarmLevels.some((level) => figures.openAlarms[level] > 0),
  )
  const attention = found
    .sort(
      (a, b) =>
        Number(isAmiss(b.figures)) - Number(isAmiss(a.figures)) ||
        conditionRank(a.figures.condition) - conditionRank(b.figures.condition) ||
        b.figures.attention - a.figures.attention ||
        (a.row.name < b.row.name ? -1 : 1),
    )
    .slice(0, HOME_LIST)
    .map(({ row, figures }) => presentCard(row, figures, now))
  return { attention, attentionTotal: found.length }
}
