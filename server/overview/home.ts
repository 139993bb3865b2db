import type * as z from 'zod/mini'
import type { overviewRoutes } from '#contract/http/overview.ts'
import { conditionRank } from '#domain/stations/condition.ts'
import { stationConditions, type StationCondition } from '#domain/stations/fields.ts'
import { dayAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { presentCard, type StationCardView } from '../stations/present-station.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { proposedCarbon } from '#domain/stations/factors.ts'
import type { StationFigures } from '../stations/station-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { LongEnergy } from './past-energy.ts'

export type HomeView = z.output<(typeof overviewRoutes)['GET /api/home']['output']>
export type HomeStation = { row: StationRow; figures: StationFigures; energy: LongEnergy }

/** Stations named under ranking and under attention. */
export const HOME_LIST = 10

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

const carbonOf = (row: StationRow) => row.co2 ?? proposedCarbon(row.country)

/** Sums over stations; money is never summed over currencies. */
export const homeTotals = (stations: readonly HomeStation[]): HomeView['totals'] => {
  const income = new Map<string, { today: number; lifetime: number }>()
  for (const { row, figures, energy } of stations) {
    if (row.tariff === null) continue
    const { perKwh, currency } = row.tariff
    const held = income.get(currency) ?? { today: 0, lifetime: 0 }
    income.set(currency, {
      today: held.today + ((figures.todayWh ?? 0) / 1000) * perKwh,
      lifetime: held.lifetime + ((energy.lifetimeWh ?? 0) / 1000) * perKwh,
    })
  }
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
    lifetimeWh: sumKnown(stations.map(({ energy }) => energy.lifetimeWh)),
    income: [...income]
      .map(([currency, sums]) => ({ currency, ...sums }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    co2Kg: sumKnown(
      stations.map(({ row, energy }) =>
        energy.lifetimeWh === null ? null : (energy.lifetimeWh / 1000) * carbonOf(row).kgPerKwh,
      ),
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

/** Zone, day and step of a curve over all stations: the present day in the zone where most capacity stands. */
export const homeFrame = (
  rows: readonly StationRow[],
  now: number,
): { timeZone: string; day: string; since: number; stepMs: number } => {
  const byZone = new Map<string, number>()
  for (const row of rows) byZone.set(row.time_zone, (byZone.get(row.time_zone) ?? 0) + row.capacity_w)
  const [largest] = [...byZone].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const timeZone = largest?.[0] ?? 'UTC'
  const day = dayAt(now, timeZone)
  const least = rows.length > MANY_STATIONS ? STEP_OF_MANY_MIN : 5
  const slowest = rows.reduce((most, row) => Math.max(most, row.report_min), least)
  return {
    timeZone,
    day,
    since: dayStartAt(day, timeZone),
    stepMs: Math.min(STEP_MAX_MIN, slowest) * 60_000,
  }
}

/** By equivalent hours of each station's own present day; those without any stay out. */
export const ranking = (stations: readonly HomeStation[]): StationCardView[] =>
  stations
    .flatMap((station) => {
      const hours = equivalentHours(station.figures.todayWh, station.row.capacity_w)
      return hours === null ? [] : [{ ...station, hours }]
    })
    .sort((a, b) => b.hours - a.hours || (a.row.name < b.row.name ? -1 : 1))
    .slice(0, HOME_LIST)
    .map(({ row, figures }) => presentCard(row, figures))

/** The same of the present month of each. */
export const monthRanking = (stations: readonly HomeStation[]): HomeView['monthRanking'] =>
  stations
    .flatMap(({ row: { id, name, capacity_w }, energy: { monthWh } }) => {
      const hours = equivalentHours(monthWh, capacity_w)
      return monthWh === null || hours === null ? [] : [{ id, name, monthWh, equivalentHours: hours }]
    })
    .sort((a, b) => b.equivalentHours - a.equivalentHours || (a.name < b.name ? -1 : 1))
    .slice(0, HOME_LIST)

/** Those that need a look, worst first, and how many there are. */
export const needAttention = (
  stations: readonly HomeStation[],
): Pick<HomeView, 'attention' | 'attentionTotal'> => {
  const found = stations.filter(
    ({ figures: { condition, attention } }) =>
      condition === 'fault' || condition === 'offline' || attention > 0,
  )
  const attention = found
    .sort(
      (a, b) =>
        conditionRank(a.figures.condition) - conditionRank(b.figures.condition) ||
        b.figures.attention - a.figures.attention ||
        (a.row.name < b.row.name ? -1 : 1),
    )
    .slice(0, HOME_LIST)
    .map(({ row, figures }) => presentCard(row, figures))
  return { attention, attentionTotal: found.length }
}
