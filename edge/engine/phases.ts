/** Up to three phases without those at the end that are not there; null = none is. */
export const phases = (values: readonly (number | null)[]): (number | null)[] | null => {
  const last = values.findLastIndex((value) => value !== null)
  return last < 0 ? null : values.slice(0, last + 1)
}

/** A power factor from -1 to 1: devices say it as a share or in per cent. Source: dumps of SolarEdge and Fronius. */
export const powerFactor = (said: number | null): number | null =>
  said === null ? null : Math.abs(said) > 1 ? Number((said / 100).toFixed(6)) : said

/** null while one of them is not known, or there is none: of a part nobody knows the whole. */
export const sumOf = (values: readonly (number | null)[]): number | null =>
  values.length === 0 || values.includes(null)
    ? null
    : values.reduce<number>((sum, one) => sum + (one ?? 0), 0)
