type Amount = { currency: string; amount: number }

/** Amounts of more currencies than this stand in a sheet of their own. */
const currenciesShown = 2

/**
 * Amounts in the order of all currencies, that of most of the capacity first: on one page the same one leads, whether it
 * has earned something yet or not. Of many it stands alone; `more`: how many others their sheet lists.
 */
export const shownIncome = (
  amounts: readonly Amount[],
  currencies: readonly string[],
  most = currenciesShown,
): { amounts: Amount[]; more: number } => {
  const shown = currencies
    .slice(0, currencies.length > most ? 1 : most)
    .map((currency) => ({ currency, amount: amounts.find((one) => one.currency === currency)?.amount ?? 0 }))
    .filter(({ amount }, no) => amount > 0 || (no === 0 && currencies.length > 1))
  return { amounts: shown, more: currencies.length - shown.length }
}
