import type * as z from 'zod/mini'
import type { stationLive } from '#contract/http/stations.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { proposedCarbon } from '#domain/stations/factors.ts'
import type { Income } from '#domain/telemetry/income.ts'
import type { Context } from '../../context.ts'
import { type Earlier, earlierEnergy, incomesOf } from './earlier-energy.ts'
import { type BothWaysRow, metersAndBatteries } from './find-balance.ts'
import { balanceOf } from './station-balance.ts'
import { withBefore } from './lifetime.ts'
import type { StationFigures } from './station-figures.ts'
import { figuresAt } from './station-figures.ts'
import { clearSkyW, litW, sunOfDay } from './station-light.ts'
import { nightOf } from './station-night.ts'
import type { StationRow } from './station-store.ts'
import { stationsById } from './station-store.ts'

export type StationLiveView = z.output<typeof stationLive>
type Totals =
  Awaited<ReturnType<Context['energy']['stationTotals']>> extends Map<string, infer Found> ? Found : never
type Energy = Omit<Totals, 'todayWh' | 'todayShared'>

const worth = (wh: number | null, perKwh: number): number | null =>
  wh === null ? null : (wh / 1000) * perKwh

/** Nothing is known of a station without inverters. */
const unknownShares = { today: null, month: null, year: null, lifetime: null }

const amountIn = (all: readonly Income[], currency: string): number | null =>
  all.find((one) => one.currency === currency)?.amount ?? null

/** null without a tariff now. What was earned in another currency stands apart. */
const incomeView = (
  { tariff, yield_before_wh: beforeWh }: StationRow,
  { todayWh, yesterdayWh }: StationFigures,
  energy: Energy | undefined,
  earlier: readonly Earlier[],
): StationLiveView['income'] => {
  if (tariff === null) return null
  const { monthWh = null, yearWh = null, lifetimeWh = null } = energy ?? {}
  const { month, year, lifetime } = incomesOf(tariff, earlier, { monthWh, yearWh, lifetimeWh }, beforeWh)
  const inCurrency = (currency: string) => ({
    month: amountIn(month, currency),
    year: amountIn(year, currency),
    lifetime: amountIn(lifetime, currency),
  })
  const { currency, perKwh } = tariff
  return {
    today: worth(todayWh, perKwh),
    yesterday: worth(yesterdayWh, perKwh),
    ...inCurrency(currency),
    currency,
    earlier: lifetime
      .filter((one) => one.currency !== currency)
      .map((one) => ({ currency: one.currency, ...inCurrency(one.currency) })),
  }
}

/** `energy`, `bothWays` and `earlier` are the station's own. */
export const presentLive = (
  row: StationRow,
  figures: StationFigures,
  energy: Energy | undefined,
  bothWays: readonly BothWaysRow[],
  earlier: readonly Earlier[],
  now: number,
): StationLiveView => {
  const {
    stationId,
    condition,
    powerW,
    powerAt,
    todayWh,
    todayShared,
    todayCoverage,
    attention,
    lastHeardAt,
  } = figures
  const { coverage, lifetimeSince = null } = energy ?? {}
  const lifetimeWh = withBefore(energy?.lifetimeWh ?? null, row.yield_before_wh)
  return {
    stationId,
    at: now,
    condition,
    powerW,
    powerAt,
    balance: balanceOf(bothWays, figures, row, now),
    dcW: figures.dcW,
    expectedW: clearSkyW(row, figures, now),
    litW: litW(row, figures),
    todayWh,
    todayShared: todayShared || (energy?.todaySharedWh ?? 0) > 0,
    yesterdayWh: figures.yesterdayWh,
    yesterdayCoverage: figures.yesterdayCoverage,
    night: nightOf(row, figures, now),
    monthWh: energy?.monthWh ?? null,
    yearWh: energy?.yearWh ?? null,
    monthSharedWh: energy?.monthSharedWh ?? 0,
    yearSharedWh: energy?.yearSharedWh ?? 0,
    lifetimeWh,
    lifetimeBeforeWh: row.yield_before_wh,
    lifetimeSince,
    coverage: { ...unknownShares, ...coverage, today: todayCoverage },
    equivalentHours: equivalentHours(todayWh, row.capacity_w, todayCoverage),
    income: incomeView(row, figures, energy, earlier),
    co2Kg: worth(lifetimeWh, (row.co2 ?? proposedCarbon(row.country)).kgPerKwh),
    lastHeardAt,
    devices: figures.devices,
    switchedOff: figures.switchedOff,
    limited: figures.limited,
    attention,
    ...sunOfDay(row, now),
  }
}

/**
 * The figures of stations now, in as many statements however many they are; in no particular order. The ids are the
 * caller's to have checked; removed stations are left out.
 */
export const stationLives = async (
  { db, energy, figures }: Pick<Context, 'db' | 'energy' | 'figures'>,
  ids: readonly string[],
  now: number,
): Promise<StationLiveView[]> => liveOf({ db, energy, figures }, await stationsById(db, ids), now)

/** The same for stations that were read already. */
export const liveOf = async (
  { db, energy, figures: mind }: Pick<Context, 'db' | 'energy' | 'figures'>,
  rows: readonly StationRow[],
  now: number,
): Promise<StationLiveView[]> => {
  const places = rows.map(({ id, time_zone }) => ({ id, timeZone: time_zone }))
  const [figures, bothWays, totals, earlier] = await Promise.all([
    figuresAt(db, rows, now, mind),
    metersAndBatteries(
      db,
      rows.map(({ id }) => id),
    ),
    energy.stationTotals(db, places, now),
    earlierEnergy({ db, energy }, places, now),
  ])
  const bothWaysOf = Map.groupBy(bothWays, ({ stationId }) => stationId)
  return rows.flatMap((row) => {
    const found = figures.get(row.id)
    const both = bothWaysOf.get(row.id) ?? []
    return found ? [presentLive(row, found, totals.get(row.id), both, earlier.get(row.id) ?? [], now)] : []
  })
}
