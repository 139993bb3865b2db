/**
 * Registers of a SunSpec device as an emulated one holds them. Written from the models' definitions (SunSpec
 * Information Model Specification) and not from the edge, which decodes them: neither can hide the other's mistake.
 */

/** "Not implemented", by the type of a point. */
const NONE = { u16: 0xffff, i16: 0x8000, sf: 0x8000 } as const
const WORD = 0x1_0000

const word = (value: number): number => ((value % WORD) + WORD) % WORD
const halves = (value: number): number[] => [Math.floor(value / WORD) % WORD, value % WORD]

export const u16 = (value: number | null): number[] => [value === null ? NONE.u16 : word(Math.round(value))]
export const i16 = (value: number | null): number[] => [value === null ? NONE.i16 : word(Math.round(value))]
/** A counter of 32 bits: 0 = not accumulated. */
export const acc32 = (value: number | null): number[] => halves(Math.floor(value ?? 0) % 2 ** 32)
export const bits32 = (value: number): number[] => halves(value >>> 0)
export const scaleFactor = (exponent: number): number[] => [word(exponent)]
export const nothing = (words: number): number[] => Array.from({ length: words }, () => NONE.i16)
/** ASCII, two characters a register, padded with NUL. */
export const text = (value: string, words: number): number[] =>
  Array.from(
    { length: words },
    (_, at) => ((value.charCodeAt(2 * at) || 0) << 8) | (value.charCodeAt(2 * at + 1) || 0),
  )

/** The exponent with which the largest of `values` fits 16 bits with its sign, at least `finest`. */
export const exponentFor = (values: readonly (number | null)[], finest: number): number => {
  const most = Math.max(1, ...values.map((value) => Math.abs(value ?? 0)))
  return Math.max(finest, Math.ceil(Math.log10(most / 32_000)))
}
export const scaled = (value: number | null, exponent: number): number | null =>
  value === null ? null : value / 10 ** exponent

/** A model of the chain: its number, its length, its points. */
export const modelOf = (id: number, points: readonly number[]): number[] => [id, points.length, ...points]

/** "SunS", the models, and the end. */
export const chainOf = (models: readonly (readonly number[])[]): Uint16Array =>
  Uint16Array.from([0x5375, 0x6e53, ...models.flat(), 0xffff, 0])
