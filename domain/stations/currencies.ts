const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** A currency that there is or was, by its code of ISO 4217, as the runtime knows them. */
export const isCurrency = (code: string): boolean => known.has(code)
