import type * as z from 'zod/mini'
import { HOME_LIST } from '#domain/stations/limits.ts'
import type { overviewRoutes } from '#contract/http/overview.ts'
import { alarmLevels, byLevel } from '#domain/alarms/alarm-states.ts'
import { conditionRank } from '#domain/stations/condition.ts'
import { stationConditions, type StationCondition } from '#domain/stations/station-kinds.ts'
import { shareOfSums } from '#domain/telemetry/coverage.ts'
import { dayAt, dayEndAt, dayStartAt, localDayAt } from '#domain/telemetry/local-days.ts'
import { presentCard, type StationCardView } from '../stations/present-station.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { Fold } from './fold-tree.ts'
import { earning, type HomePart, type Period, total } from './home-part.ts'
import type { HomeSums } from './home-sums.ts'
import { knownOf, knownSum, type Tally, wholeSum } from './tally.ts'

export type HomeView = z.output<(typeof overviewRoutes)['GET /api/home']['output']>
type Totals = HomeView['totals']

export const countConditions = ({ conditions }: HomeSums): Record<StationCondition, number> =>
  Object.fromEntries(stationConditions.map((one) => [one, conditions[conditionRank(one)] ?? 0])) as Record<
    StationCondition,
    number
  >

/** Alarms of all stations that are not closed. */
export const countAlarms = ({ openAlarms }: HomeSums): HomeView['openAlarms'] =>
  byLevel((level) => openAlarms[alarmLevels.indexOf(level)] ?? 0)

/** Where share and wholeness of a period stand, in `total` and in `earning` alike. */
const placesOf = { today: 'Today', month: 'Month', year: 'Year', lifetime: 'Lifetime' } as const

const shareIn = (
  tally: Tally,
  at: typeof total | typeof earning,
  period: Period,
  of: number,
): number | null =>
  shareOfSums({
    stations: knownOf(tally, of),
    told: knownOf(tally, at[`knownW${placesOf[period]}`]),
    whole: knownOf(tally, at[`whole${placesOf[period]}`]),
    askedW: wholeSum(tally, of),
    knownW: wholeSum(tally, at[`knownW${placesOf[period]}`]),
  })

/** Of the capacity of stations; one without inverters has part in it, and nothing of it is known. */
export const coverageOf = ({ totals }: HomeSums, period: Period): number | null =>
  shareIn(totals, total, period, total.capacityW)

/** Energy of spans over the edge of the period: the sum of what each station tells. A life has no edge. */
export const sharedOf = ({ totals }: HomeSums, period: Period): number =>
  period === 'lifetime' ? 0 : wholeSum(totals, total[`${period}SharedWh`])

const incomeIn = (currency: string, earned: Tally): Totals['income'][number] => {
  const share = (period: Period) =>
    shareIn(earned, earning, period, period === 'today' ? earning.nowW : earning.everW)
  return {
    currency,
    today: wholeSum(earned, earning.today),
    month: wholeSum(earned, earning.month),
    year: wholeSum(earned, earning.year),
    lifetime: wholeSum(earned, earning.lifetime),
    todayCoverage: share('today'),
    monthCoverage: share('month'),
    yearCoverage: share('year'),
    lifetimeCoverage: share('lifetime'),
  }
}

/** That of most of the capacity first: amounts of different currencies have no order of their own. */
const incomeOf = ({ earned }: HomeSums): Totals['income'] =>
  [...earned]
    .sort(
      ([a, one], [b, other]) =>
        wholeSum(other, earning.nowW) - wholeSum(one, earning.nowW) || (a < b ? -1 : 1),
    )
    .map(([currency, tally]) => incomeIn(currency, tally))

export const homeTotals = (sums: HomeSums): Totals => {
  const { totals, powerAt } = sums
  return {
    capacityW: wholeSum(totals, total.capacityW),
    powerW: knownSum(totals, total.powerW),
    powerStations: knownOf(totals, total.powerW),
    powerAt: powerAt === Infinity ? null : powerAt,
    todayWh: knownSum(totals, total.todayWh),
    monthWh: knownSum(totals, total.monthWh),
    yearWh: knownSum(totals, total.yearWh),
    monthSharedWh: sharedOf(sums, 'month'),
    yearSharedWh: sharedOf(sums, 'year'),
    lifetimeWh: knownSum(totals, total.lifetimeWh),
    lifetimeBeforeWh: knownSum(totals, total.beforeWh),
    lifetimeSince: sums.lifetimeSince,
    coverage: {
      today: coverageOf(sums, 'today'),
      month: coverageOf(sums, 'month'),
      year: coverageOf(sums, 'year'),
      lifetime: coverageOf(sums, 'lifetime'),
    },
    income: incomeOf(sums),
    co2Kg: knownSum(totals, total.co2Kg),
  }
}

/** What most stations use first, with how many do. */
const mostUsed = <T extends object>(counts: ReadonlyMap<string, number>): (T & { stations: number })[] =>
  [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, HOME_LIST)
    .map(([text, stations]) => ({ ...(JSON.parse(text) as T), stations }))

export const homeFactors = ({ stations, tariffs, carbon }: HomeSums): HomeView['factors'] => ({
  tariffs: mostUsed(tariffs),
  unpriced: stations - tariffs.values().reduce((sum, n) => sum + n, 0),
  carbon: mostUsed(carbon),
})

/** Of many stations together nobody sees single minutes. */
const STEP_OF_MANY_MIN = 15
/** Stations that home adds up from the rows of each request; of more, what is past is kept in memory. */
export const MANY_STATIONS = 100

/** Slower reporters are drawn as lines between their reports; a curve of hours would hide the day. */
const STEP_MAX_MIN = 30

const HOURS_24_MS = 24 * 3_600_000

/** By which times stations go: W of capacity by time zone, how many they are, minutes between reports of the slowest. */
export type Clocks = { readonly capacityW: ReadonlyMap<string, number>; stations: number; slowestMin: number }

const clocksTogether = (all: readonly Clocks[]): Clocks => {
  const capacityW = new Map<string, number>()
  let [stations, slowestMin] = [0, 0]
  for (const one of all) {
    stations += one.stations
    slowestMin = Math.max(slowestMin, one.slowestMin)
    for (const [zone, more] of one.capacityW) capacityW.set(zone, (capacityW.get(zone) ?? 0) + more)
  }
  return { capacityW, stations, slowestMin }
}

/** Capacities are whole W, so their order is no matter. */
export const clocksFold: Fold<StationRow, Clocks> = {
  of: (rows) => {
    const capacityW = new Map<string, number>()
    let slowestMin = 0
    for (const { time_zone: zone, capacity_w: more, report_min: reportMin } of rows) {
      capacityW.set(zone, (capacityW.get(zone) ?? 0) + more)
      slowestMin = Math.max(slowestMin, reportMin)
    }
    return { capacityW, stations: rows.length, slowestMin }
  },
  together: clocksTogether,
}

/** How many clocks stations go by: zones that differ in name alone (Paris, Berlin) have one. */
export const clocksOf = ({ capacityW }: Pick<Clocks, 'capacityW'>, now: number): number =>
  new Set([...capacityW.keys()].map((zone) => localDayAt(now, zone).startAt)).size

export type HomeFrame = Pick<HomeView['curve'], 'timeZone' | 'span' | 'from' | 'to' | 'stepMs'>

/**
 * Zone, window and step of a curve over all stations. Where they go by one clock it is their present day. Over several
 * a day of one of them would begin in the middle of another's: it is the last 24 hours then, up to the end of the step
 * that is running.
 */
export const frameOf = (clocks: Clocks, now: number): HomeFrame => {
  const [largest] = [...clocks.capacityW].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const timeZone = largest?.[0] ?? 'UTC'
  const least = clocks.stations > MANY_STATIONS ? STEP_OF_MANY_MIN : 5
  const stepMs = Math.min(STEP_MAX_MIN, Math.max(clocks.slowestMin, least)) * 60_000
  if (clocksOf(clocks, now) > 1) {
    const to = (Math.floor(now / stepMs) + 1) * stepMs
    return { timeZone, span: 'last24h', from: to - Math.ceil(HOURS_24_MS / stepMs) * stepMs, to, stepMs }
  }
  const day = dayAt(now, timeZone)
  return { timeZone, span: 'day', from: dayStartAt(day, timeZone), to: dayEndAt(day, timeZone), stepMs }
}

export const homeFrame = (rows: readonly StationRow[], now: number): HomeFrame =>
  frameOf(clocksFold.of(rows), now)

const cardsOf = (parts: readonly HomePart[], now: number): StationCardView[] =>
  parts.map(({ station: { row, figures } }) => presentCard(row, figures, now))

/** By equivalent hours of each station's own present day; those without any stay out. */
export const ranking = (sums: HomeSums, now: number): StationCardView[] => cardsOf(sums.ranking, now)

/** The same of the present month of each. */
export const monthRanking = (sums: HomeSums): HomeView['monthRanking'] =>
  sums.monthRanking.map(({ monthHours, station: { row, energy } }) => ({
    id: row.id,
    name: row.name,
    monthWh: energy.monthWh ?? 0,
    equivalentHours: monthHours ?? 0,
    coverage: energy.coverage.month,
  }))

/** Those that need a look, worst first, and how many there are: the same as the list of what is to be done tells of. */
export const needAttention = (
  { attention, attentionTotal }: HomeSums,
  now: number,
): Pick<HomeView, 'attention' | 'attentionTotal'> => ({
  attention: cardsOf(attention, now),
  attentionTotal,
})
