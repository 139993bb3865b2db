import { type Income, sumIncome } from './income.ts'
import type { Stretch } from './prices.ts'

/** Of how many of its days somebody has said what a kWh is worth. */
export type PricedDays = 'all' | 'some' | 'none'

export const pricedDays = (
  stretches: readonly Stretch[],
  { fromDay, toDay }: { fromDay: string; toDay: string },
): PricedDays => {
  const here = stretches.filter((one) => one.fromDay <= toDay && one.toDay >= fromDay)
  if (here.every(({ price }) => price === null)) return 'none'
  return here.some(({ price }) => price === null) ? 'some' : 'all'
}

type Side = { income: readonly Income[]; priced: PricedDays }

const currenciesOf = ({ income }: Side): ReadonlySet<string> =>
  new Set(income.map(({ currency }) => currency))

/** A station whose money cannot be told of on both sides alike: a price is missing, or another currency came. */
const isUneven = ({ own, other }: { own: Side; other: Side }): boolean =>
  own.priced !== other.priced ||
  own.priced === 'some' ||
  currenciesOf(own).symmetricDifference(currenciesOf(other)).size > 0

const amountIn = (all: readonly Income[], currency: string): number | null =>
  all.find((one) => one.currency === currency)?.amount ?? null

export type ComparedIncome = {
  currency: string
  own: number | null
  other: number | null
  change: number | null
}

/**
 * Income of stations beside that of other days, by currency. `known`: the energy of both sides may be compared; without
 * that the money may not either. Nor where a station has a price on one side alone: that would look like a gain.
 */
export const comparedIncome = (
  stations: readonly { own: Side; other: Side }[],
  known: boolean,
): ComparedIncome[] => {
  const [own, other] = [
    sumIncome(stations.map((one) => one.own.income)),
    sumIncome(stations.map((one) => one.other.income)),
  ]
  const uneven = new Set(
    stations.filter(isUneven).flatMap((one) => [...currenciesOf(one.own).union(currenciesOf(one.other))]),
  )
  const currencies = new Set([...own, ...other].map(({ currency }) => currency))
  return [...currencies].map((currency) => {
    const [now, then] = [amountIn(own, currency), amountIn(other, currency)]
    const change = known && !uneven.has(currency) && now !== null && then ? now / then - 1 : null
    return { currency, own: now, other: then, change }
  })
}
