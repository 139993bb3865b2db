import type { Price } from './prices.ts'

/** null = unknown, which is never 0. */
export type Income = { currency: string; amount: number | null }

/** Wh over the days of one price; null = nothing known. */
export type Priced = { wh: number | null; price: Pick<Price, 'perKwh' | 'currency'> | null }

/**
 * What energy was worth, each part at its own price; currencies stand apart, that of the last price first. Energy of
 * days without a price is worth nothing that is known, and no part of it.
 */
export const incomeOf = (parts: readonly Priced[]): Income[] => {
  const amounts = new Map<string, number | null>()
  for (const { wh, price } of parts.toReversed()) {
    if (price === null) continue
    const known = amounts.get(price.currency) ?? null
    amounts.set(price.currency, wh === null ? known : (known ?? 0) + (wh / 1000) * price.perKwh)
  }
  return [...amounts].map(([currency, amount]) => ({ currency, amount }))
}

/** Of several, by currency in their order; unknown only where nothing is known of it. */
export const sumIncome = (all: readonly (readonly Income[])[]): Income[] => {
  const amounts = new Map<string, number | null>()
  for (const { currency, amount } of all.flat()) {
    const known = amounts.get(currency) ?? null
    amounts.set(currency, amount === null ? known : (known ?? 0) + amount)
  }
  return [...amounts].map(([currency, amount]) => ({ currency, amount }))
}
