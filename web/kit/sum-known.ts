/** A sum over known values; null when none is known. */
export const sumKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null)
