import { addDays } from './local-days.ts'

/** What a kWh is worth, and who says so. */
export type Price = { perKwh: number; currency: string; source: string }
/** In force up to the day before `untilDay`; `price` null: there was none. */
export type PastPrice = { untilDay: string; price: Price | null }

/** Days of one price, both included; the first has no beginning and the last no end that anybody knows. */
export type Stretch = { fromDay: string; toDay: string; price: Price | null }

/** The days before and after all others. No source: they bound the calendar and claim nothing. */
export const FIRST_DAY = '0001-01-01'
export const LAST_DAY = '9999-12-31'

/** All days there are, by the price that is in force on them: the past ones in their order, then the present one. */
export const stretchesOf = (past: readonly PastPrice[], present: Price | null): Stretch[] => {
  const stretches: Stretch[] = []
  let fromDay = FIRST_DAY
  for (const { untilDay, price } of past.toSorted((a, b) => (a.untilDay < b.untilDay ? -1 : 1))) {
    stretches.push({ fromDay, toDay: addDays(untilDay, -1), price })
    fromDay = untilDay
  }
  return [...stretches, { fromDay, toDay: LAST_DAY, price: present }]
}

const worthTheSame = (one: Price | null, other: Price | null): boolean =>
  one?.perKwh === other?.perKwh && one?.currency === other?.currency

/**
 * The past prices after the present one changed to `next` from `fromDay` on (null = it has always been in force; what
 * was entered before was a mistake). Another source alone is no other price.
 */
export const pastPricesAfter = (
  past: readonly PastPrice[],
  present: Price | null,
  next: Price | null,
  fromDay: string | null,
): PastPrice[] => {
  if (fromDay === null) return []
  const kept = past.filter(({ untilDay }) => untilDay < fromDay)
  const before = stretchesOf(past, present).find(({ toDay }) => toDay >= addDays(fromDay, -1))?.price ?? null
  // The price of the day before goes on.
  return worthTheSame(before, next) ? kept : [...kept, { untilDay: fromDay, price: before }]
}
