import { type Income, incomeOf, type Priced, sumIncome } from '#domain/telemetry/income.ts'
import { type Stretch, stretchesOf } from '#domain/telemetry/prices.ts'
import { dayNumber } from '#domain/telemetry/local-days.ts'
import { pastPricesOf } from '../stations/price-store.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { EnergyBars, Span } from './bar-store.ts'
import { energyByPrice, spansOf } from './bar-store.ts'
import { keyOf, limitsOf } from './energy-bars.ts'

/** Days of a stretch that a span has, of all its days: its energy is taken to be spread evenly over them. */
const partOf = ({ fromDay, toDay }: Pick<Span, 'fromDay' | 'toDay'>, stretch: Stretch): number => {
  const from = Math.max(dayNumber(fromDay), dayNumber(stretch.fromDay))
  const to = Math.min(dayNumber(toDay), dayNumber(stretch.toDay))
  return Math.max(0, to - from + 1) / (dayNumber(toDay) - dayNumber(fromDay) + 1)
}

const incomeOfSpan = (span: Span, stretches: readonly Stretch[]): Income[] =>
  incomeOf(
    stretches.flatMap((stretch): Priced[] => {
      const part = partOf(span, stretch)
      return part === 0 ? [] : [{ wh: span.wh * part, price: stretch.price }]
    }),
  )

/**
 * Bars of a station with what each was worth. A bar, a span across bars and the yield before the first reading add up
 * to the total. `byPrice`: Wh by bar and price; null = the station has had one price only.
 */
export const withIncome = (
  bars: EnergyBars,
  inBars: readonly Span[],
  stretches: readonly Stretch[],
  byPrice: readonly { key: string; price: number; wh: number }[] | null,
): EnergyBars => {
  const key = keyOf[bars.period]
  const parts = byPrice && Map.groupBy(byPrice, (one) => one.key)
  const inBar = Map.groupBy(inBars, ({ fromDay }) => key(fromDay))
  const ofBar = (bar: EnergyBars['bars'][number]): Income[] => {
    if (parts === null) return incomeOf([{ wh: bar.wh, price: stretches.at(-1)?.price ?? null }])
    const own = parts.get(bar.key) ?? []
    const days = incomeOf(own.map(({ price, wh }) => ({ wh, price: stretches[price]?.price ?? null })))
    const all = sumIncome([days, ...(inBar.get(bar.key) ?? []).map((span) => incomeOfSpan(span, stretches))])
    return all.length > 0 ? all : incomeOf([{ wh: null, price: stretches.at(-1)?.price ?? null }])
  }
  const priced = bars.bars.map((bar) => ({ ...bar, income: ofBar(bar) }))
  const spans = bars.spans.map((span) => ({ ...span, income: incomeOfSpan(span, stretches) }))
  const oldest = stretches.find(({ price }) => price !== null)?.price ?? null
  const before = bars.beforeWh ? [incomeOf([{ wh: bars.beforeWh, price: oldest }])] : []
  const present = incomeOf([{ wh: null, price: stretches.at(-1)?.price ?? null }])
  return {
    ...bars,
    bars: priced,
    spans,
    income: sumIncome([
      present,
      ...priced.map(({ income }) => income),
      ...spans.map(({ income }) => income),
      ...before,
    ]),
  }
}

/** The same, read: `nos` are the inverters. */
export const readIncome = async (
  db: Db,
  station: StationRow,
  nos: readonly number[],
  bars: EnergyBars,
): Promise<EnergyBars> => {
  const past = (await pastPricesOf(db, [station.id])).get(station.id) ?? []
  const stretches = stretchesOf(past, station.tariff)
  const limits = limitsOf(bars)
  if (past.length === 0) return withIncome(bars, [], stretches, null)
  const until = past.map(({ untilDay }) => untilDay)
  const [byPrice, spans] = await Promise.all([
    energyByPrice(db, nos, bars.period, limits, until),
    spansOf(db, nos, limits),
  ])
  const key = keyOf[bars.period]
  const inside = spans.filter(
    ({ fromDay, toDay }) =>
      key(fromDay) === key(toDay) &&
      (limits === null || (fromDay >= limits.fromDay && toDay <= limits.toDay)),
  )
  return withIncome(bars, inside, stretches, byPrice)
}
