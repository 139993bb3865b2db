/** What people call a family whose devices are read as something else: makers by SunSpec, and the same device by two names. */
const otherNames: Readonly<Record<string, string>> = {
  solaredge: 'sunspec',
  kostal: 'sunspec',
  abb: 'sunspec',
  fimer: 'sunspec',
  apsystems: 'sunspec',
  sunsynk: 'deye',
  ginlong: 'solis',
  hoymiles: 'opendtu',
  tigo: 'taptap',
  ahoy: 'ahoydtu',
  envoy: 'enphase',
  // As readings name them.
  'goodwe-et': 'goodwe',
  'goodwe-dt': 'goodwe',
  'goodwe-es': 'goodwe',
}

/** Names of `known` that begin with a word, as "sungrow" begins those of its families. */
export const familyOf = (name: string, known: readonly string[]): string[] =>
  known.filter((one) => one === name || one.startsWith(`${name}-`))

/** A profile, or the first word of several, by what a person typed; null = there is none. */
export const profileNamed = (typed: string, known: readonly string[]): string | null => {
  const name = typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  const names = [name, otherNames[name]].filter((one) => one !== undefined)
  return names.find((one) => familyOf(one, known).length > 0) ?? null
}
