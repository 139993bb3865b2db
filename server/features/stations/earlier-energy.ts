import { type Price, stretchesOf } from '#domain/telemetry/prices.ts'
import { type Income, incomeOf } from '#domain/telemetry/income.ts'
import { dayAt, daysOfPeriod, monthOf, yearOf } from '#domain/telemetry/local-days.ts'
import { FIRST_DAY, LAST_DAY } from '#domain/telemetry/prices.ts'
import type { Context } from '../../context.ts'
import { pastPricesOf } from './price-store.ts'

/** Energy of the days of a past price in the present month, year and life of the station, Wh. */
export type Earlier = {
  price: Price | null
  monthWh: number | null
  yearWh: number | null
  lifetimeWh: number | null
}

/**
 * Of stations whose price was another once, by id, oldest price first. The price of a day that is past does not
 * change, so what is left of each figure is worth the present price.
 */
export const earlierEnergy = async (
  { db, energy }: Pick<Context, 'db' | 'energy'>,
  stations: readonly { id: string; timeZone: string }[],
  now: number,
): Promise<Map<string, Earlier[]>> => {
  const past = await pastPricesOf(
    db,
    stations.map(({ id }) => id),
  )
  if (past.size === 0) return new Map()
  const asked = stations.flatMap(({ id, timeZone }) => {
    const today = dayAt(now, timeZone)
    const periods = [
      daysOfPeriod(monthOf(today)),
      daysOfPeriod(yearOf(today)),
      { fromDay: FIRST_DAY, toDay: LAST_DAY },
    ]
    return stretchesOf(past.get(id) ?? [], null)
      .slice(0, -1)
      .map((stretch) => ({
        id,
        price: stretch.price,
        ranges: periods.map((period) => ({
          ...period,
          stationId: id,
          partFrom: stretch.fromDay > period.fromDay ? stretch.fromDay : period.fromDay,
          partTo: stretch.toDay < period.toDay ? stretch.toDay : period.toDay,
        })),
      }))
  })
  const found = await energy.inRanges(
    db,
    asked.flatMap(({ ranges }) => ranges),
  )
  const earlier = new Map<string, Earlier[]>()
  for (const [at, { id, price }] of asked.entries()) {
    const [monthWh = null, yearWh = null, lifetimeWh = null] = found.slice(at * 3, at * 3 + 3)
    earlier.set(id, [...(earlier.get(id) ?? []), { price, monthWh, yearWh, lifetimeWh }])
  }
  return earlier
}

type Figures = {
  monthWh: number | null
  yearWh: number | null
  /** Without what was yielded before the first reading. */
  lifetimeWh: number | null
}

const rest = (whole: number | null, earlier: readonly (number | null)[]): number | null =>
  whole === null ? null : Math.max(0, whole - earlier.reduce<number>((sum, wh) => sum + (wh ?? 0), 0))

/**
 * The income of a station's month, year and life, each part at the price that was in force. What it had yielded before
 * its first reading is worth the oldest price that is known.
 */
export const incomesOf = (
  tariff: Price | null,
  earlier: readonly Earlier[],
  figures: Figures,
  beforeWh: number | null,
): { month: Income[]; year: Income[]; lifetime: Income[] } => {
  const of = (name: keyof Figures) => [
    ...earlier.map((one) => ({ wh: one[name], price: one.price })),
    {
      wh: rest(
        figures[name],
        earlier.map((one) => one[name]),
      ),
      price: tariff,
    },
  ]
  const life = of('lifetimeWh')
  const oldest = life.find(({ price }) => price !== null)?.price ?? null
  return {
    month: incomeOf(of('monthWh')),
    year: incomeOf(of('yearWh')),
    lifetime: incomeOf([...(beforeWh === null ? [] : [{ wh: beforeWh, price: oldest }]), ...life]),
  }
}
