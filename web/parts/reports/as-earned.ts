type Amount = { currency: string }

/** Amounts in the order in which the report names what was earned; currencies of which nothing was earned stand last. */
export const asEarned = <T extends Amount>(amounts: readonly T[], income: readonly Amount[]): T[] => {
  const places = income.map(({ currency }) => currency)
  const placeOf = ({ currency }: Amount): number => places.indexOf(currency) + 1 || places.length + 1
  return amounts.toSorted((a, b) => placeOf(a) - placeOf(b))
}
