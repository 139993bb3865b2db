import type * as z from 'zod/mini'
import type { overviewRoutes } from '#contract/http/overview.ts'
import { conditionRank } from '#domain/stations/condition.ts'
import { stationConditions, type StationCondition } from '#domain/stations/fields.ts'
import { dayAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { presentCard, type StationCardView } from '../stations/present-station.ts'
import type { StationLiveView } from '../stations/station-live.ts'
import type { StationRow } from '../stations/station-store.ts'

export type HomeView = z.output<(typeof overviewRoutes)['GET /api/home']['output']>
export type HomeStation = { row: StationRow; live: StationLiveView }

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
  for (const { live } of stations) counts[live.condition] += 1
  return counts
}

/** Sums over stations; money is never summed over currencies. */
export const homeTotals = (stations: readonly HomeStation[]): HomeView['totals'] => {
  const lives = stations.map(({ live }) => live)
  const income = new Map<string, { today: number; lifetime: number }>()
  for (const { income: one } of lives) {
    if (one === null) continue
    const held = income.get(one.currency) ?? { today: 0, lifetime: 0 }
    income.set(one.currency, {
      today: held.today + (one.today ?? 0),
      lifetime: held.lifetime + (one.lifetime ?? 0),
    })
  }
  const known = lives.filter(({ powerW }) => powerW !== null)
  const ages = known.flatMap(({ powerAt }) => (powerAt === null ? [] : [powerAt]))
  return {
    capacityW: stations.reduce((sum, { row }) => sum + row.capacity_w, 0),
    powerW: sumKnown(lives.map(({ powerW }) => powerW)),
    powerStations: known.length,
    powerAt: ages.length === 0 ? null : Math.min(...ages),
    todayWh: sumKnown(lives.map(({ todayWh }) => todayWh)),
    monthWh: sumKnown(lives.map(({ monthWh }) => monthWh)),
    yearWh: sumKnown(lives.map(({ yearWh }) => yearWh)),
    lifetimeWh: sumKnown(lives.map(({ lifetimeWh }) => lifetimeWh)),
    income: [...income]
      .map(([currency, sums]) => ({ currency, ...sums }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    co2Kg: sumKnown(lives.map(({ co2Kg }) => co2Kg)),
  }
}

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
  const slowest = Math.max(5, ...rows.map((row) => row.report_min))
  return {
    timeZone,
    day,
    since: dayStartAt(day, timeZone),
    stepMs: Math.min(STEP_MAX_MIN, slowest) * 60_000,
  }
}

const cardsOf = (stations: readonly HomeStation[]): StationCardView[] =>
  stations.map(({ row, live }) => presentCard(row, live))

/** By equivalent hours of each station's own present day; those without any stay out. */
export const ranking = (stations: readonly HomeStation[]): StationCardView[] =>
  cardsOf(stations)
    .filter(({ equivalentHours }) => equivalentHours !== null)
    .sort((a, b) => (b.equivalentHours ?? 0) - (a.equivalentHours ?? 0) || (a.name < b.name ? -1 : 1))
    .slice(0, HOME_LIST)

export const needAttention = (stations: readonly HomeStation[]): StationCardView[] =>
  cardsOf(stations)
    .filter(({ condition, attention }) => condition === 'fault' || condition === 'offline' || attention > 0)
    .sort(
      (a, b) =>
        conditionRank(a.condition) - conditionRank(b.condition) ||
        b.attention - a.attention ||
        (a.name < b.name ? -1 : 1),
    )
    .slice(0, HOME_LIST)
