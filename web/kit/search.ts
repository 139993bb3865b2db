/** Reads one search parameter: total, a value that makes no sense is as if it were absent. */
type Param<T> = (raw: string | undefined) => T
type Shape = Readonly<Record<string, Param<unknown>>>

export type SearchOf<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> }
/** What a link gives: parameters that may be absent can be left out. */
export type SearchInput<S extends Shape> = {
  [K in keyof S as undefined extends ReturnType<S[K]> ? never : K]: ReturnType<S[K]>
} & { [K in keyof S as undefined extends ReturnType<S[K]> ? K : never]?: ReturnType<S[K]> | undefined }

/** An id that the page cannot do without; empty when the address lacks it, which no object matches. */
export const id: Param<string> = (raw) => raw ?? ''
export const text: Param<string | undefined> = (raw) => (raw ? raw : undefined)
export const choice =
  <const T extends string>(...values: readonly T[]): Param<T | undefined> =>
  (raw) =>
    values.find((value) => value === raw)
/** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
export const period: Param<string | undefined> = (raw) =>
  raw && /^\d{4}(-\d{2}){0,2}$/.test(raw) ? raw : undefined
/** `YYYY-MM` or `YYYY`. */
export const monthOrYear: Param<string | undefined> = (raw) =>
  raw && /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(raw) ? raw : undefined
export const flag: Param<true | undefined> = (raw) => (raw === '1' || raw === 'true' ? true : undefined)

export const readSearch = <S extends Shape>(
  shape: S,
  raw: Readonly<Record<string, unknown>>,
): SearchOf<S> => {
  const read: Record<string, unknown> = {}
  for (const [name, param] of Object.entries(shape)) {
    const value = raw[name]
    read[name] = param(value === undefined || value === null ? undefined : String(value))
  }
  return read as SearchOf<S>
}

/** Plain `a=1&b=x`: no JSON in addresses. */
export const writeSearch = (search: Readonly<Record<string, unknown>>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '' && value !== false)
      params.set(name, value === true ? '1' : String(value))
  }
  const written = params.toString()
  return written ? `?${written}` : ''
}

export const parseSearch = (written: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(written))
