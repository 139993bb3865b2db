type Amount = { currency: string; amount: number }

/** Amounts of more currencies than this stand in a sheet of their own. */
const currenciesShown = 2

/**
 * What has earned something, in the order of all currencies; of many the first alone, and how many others there are.
 * `currencies`: those that the sheet lists, that of most of the capacity first.
 */
export const shownIncome = (
  amounts: readonly Amount[],
  currencies: readonly string[],
  most = currenciesShown,
): { amounts: Amount[]; more: number } => {
  const earned = currencies.flatMap(
    (one) => amounts.find(({ currency, amount }) => currency === one && amount > 0) ?? [],
  )
  const shown = currencies.length > most ? earned.slice(0, 1) : earned
  return { amounts: shown, more: currencies.length - shown.length }
}
