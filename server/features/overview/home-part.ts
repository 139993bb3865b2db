import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { conditionRank } from '#domain/stations/condition.ts'
import { proposedCarbon } from '#domain/stations/factors.ts'
import { incomesOf } from '../stations/earlier-energy.ts'
import { withBefore } from '../stations/lifetime.ts'
import type { StationFigures } from '../stations/station-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { LongEnergy } from './long-energy.ts'
import { amountsBy, placesOf } from './tally.ts'

/** Immutable, and the same object while the three of it are. */
export type HomeStation = { row: StationRow; figures: StationFigures; energy: LongEnergy }

export const periods = ['today', 'month', 'year', 'lifetime'] as const
export type Period = (typeof periods)[number]

/** `knownW…`: capacity times what of the period is known; `whole…`: 1 where nothing is missing. */
const covered = [
  'knownWToday',
  'knownWMonth',
  'knownWYear',
  'knownWLifetime',
  'wholeToday',
  'wholeMonth',
  'wholeYear',
  'wholeLifetime',
] as const

const totals = [
  'capacityW',
  'powerW',
  'todayWh',
  'monthWh',
  'yearWh',
  'lifetimeWh',
  'beforeWh',
  'todaySharedWh',
  'monthSharedWh',
  'yearSharedWh',
  'co2Kg',
  ...covered,
] as const
export const total = placesOf(totals)
export const TOTALS = totals.length

/** Of a currency: stations whose tariff is in it (`now`), and those that ever earned in it (`ever`). */
const earnings = ['nowW', 'today', 'everW', 'month', 'year', 'lifetime', ...covered] as const
export const earning = placesOf(earnings)
export const EARNINGS = earnings.length

type Shares = Readonly<Record<Period, number | null>>

/** What home adds up and orders of a station, made of it alone. */
export type HomePart = {
  readonly station: HomeStation
  /** In the order of `total`; NaN = unknown. */
  readonly amounts: readonly number[]
  /** By currency, in the order of `earning`. */
  readonly earned: readonly { currency: string; amounts: readonly number[] }[]
  /** Share of its energy that is known, 0 to 1; of a station without inverters nothing is, null = unknown. */
  readonly shares: Shares
  /** What income and CO2 are computed with, as text: equal where they are the same. */
  readonly tariff: string | null
  readonly carbon: string
  /** Equivalent hours of the present day, of the one before (0 = unknown) and of the present month. */
  readonly hours: number | null
  readonly hoursBefore: number
  readonly monthHours: number | null
  /** Less comes from it than should, or nothing is heard of some of it. */
  readonly isAmiss: boolean
  /** That, or an alarm is open. */
  readonly needsLook: boolean
  readonly conditionRank: number
}

const sharesOf = ({ figures, energy: { coverage } }: HomeStation): Shares => {
  const none = figures.devices.inverter.total === 0 ? 0 : null
  return {
    today: figures.todayCoverage ?? none,
    month: coverage.month ?? none,
    year: coverage.year ?? none,
    lifetime: coverage.lifetime ?? none,
  }
}

const knownW = (capacityW: number, share: number | null) => (share === null ? null : capacityW * share)
const whole = (share: number | null) => (share === 1 ? 1 : null)

const lifetimeOf = ({ row, energy }: HomeStation): number | null =>
  withBefore(energy.lifetimeWh, row.yield_before_wh)

const carbonOf = (row: StationRow) => row.co2 ?? proposedCarbon(row.country)

const coveredAmounts = (
  capacityW: number,
  shares: Shares,
): Record<(typeof covered)[number], number | null> => ({
  knownWToday: knownW(capacityW, shares.today),
  knownWMonth: knownW(capacityW, shares.month),
  knownWYear: knownW(capacityW, shares.year),
  knownWLifetime: knownW(capacityW, shares.lifetime),
  wholeToday: whole(shares.today),
  wholeMonth: whole(shares.month),
  wholeYear: whole(shares.year),
  wholeLifetime: whole(shares.lifetime),
})

const amountsOf = (station: HomeStation, shares: Shares): number[] => {
  const { row, figures, energy } = station
  const lifetimeWh = lifetimeOf(station)
  return amountsBy(totals, {
    capacityW: row.capacity_w,
    powerW: figures.powerW,
    todayWh: figures.todayWh,
    monthWh: energy.monthWh,
    yearWh: energy.yearWh,
    lifetimeWh,
    beforeWh: row.yield_before_wh,
    todaySharedWh: energy.todaySharedWh,
    monthSharedWh: energy.monthSharedWh,
    yearSharedWh: energy.yearSharedWh,
    co2Kg: lifetimeWh === null ? null : (lifetimeWh / 1000) * carbonOf(row).kgPerKwh,
    ...coveredAmounts(row.capacity_w, shares),
  })
}

/**
 * By currency, each day at the price that was in force: money is never summed over currencies. In a currency that a
 * station had before and has no more it has part in what is past alone.
 */
const earnedOf = ({ row, figures, energy }: HomeStation, shares: Shares): HomePart['earned'] => {
  const { tariff, capacity_w: capacityW } = row
  const { month, year, lifetime } = incomesOf(tariff, energy.earlier, energy, row.yield_before_wh)
  const currencies = new Set(lifetime.map(({ currency }) => currency))
  if (tariff !== null) currencies.add(tariff.currency)
  return [...currencies].map((currency) => {
    const isNow = tariff?.currency === currency
    const amountIn = (all: typeof month): number => all.find((one) => one.currency === currency)?.amount ?? 0
    return {
      currency,
      amounts: amountsBy(earnings, {
        nowW: isNow ? capacityW : null,
        today: isNow ? ((figures.todayWh ?? 0) / 1000) * tariff.perKwh : null,
        everW: capacityW,
        month: amountIn(month),
        year: amountIn(year),
        lifetime: amountIn(lifetime),
        ...coveredAmounts(capacityW, shares),
        ...(!isNow && { knownWToday: null, wholeToday: null }),
      }),
    }
  })
}

const isAmissNow = ({ condition, attention }: StationFigures): boolean =>
  condition === 'fault' || condition === 'offline' || attention > 0

export const homePart = (station: HomeStation): HomePart => {
  const { row, figures, energy } = station
  const { tariff, capacity_w: capacityW } = row
  const shares = sharesOf(station)
  const { kgPerKwh, source } = carbonOf(row)
  const isAmiss = isAmissNow(figures)
  return {
    station,
    amounts: amountsOf(station, shares),
    earned: earnedOf(station, shares),
    shares,
    tariff:
      tariff === null
        ? null
        : JSON.stringify({ perKwh: tariff.perKwh, currency: tariff.currency, source: tariff.source }),
    carbon: JSON.stringify({ kgPerKwh, source }),
    hours: equivalentHours(figures.todayWh, capacityW, figures.todayCoverage),
    hoursBefore: equivalentHours(figures.yesterdayWh, capacityW, figures.yesterdayCoverage) ?? 0,
    monthHours: equivalentHours(energy.monthWh, capacityW, energy.coverage.month),
    isAmiss,
    needsLook: isAmiss || alarmLevels.some((level) => figures.openAlarms[level] > 0),
    conditionRank: conditionRank(figures.condition),
  }
}
