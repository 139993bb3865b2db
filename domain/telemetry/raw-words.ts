import { isRegisterCode } from './sentinels.ts'

/** What may be believed of the registers that a device said beside its readings. Whatever is no word is null, never 0. */

type Raw = Readonly<Record<string, unknown>> | null | undefined

/** A register's number; null = not said, or a code for "no value" of any width, scaled or not. */
export const rawNumber = (raw: Raw, name: string): number | null => {
  const value = raw?.[name]
  return typeof value !== 'number' || !Number.isFinite(value) || isRegisterCode(value) ? null : value
}

/** With the highest bit set all others mean nothing, and 31 bits are left. Source: SunSpec. */
const MOST_BITS = 0x7fff_ffff

/** A register of bits, for `&`; null = not said, or not implemented: no device reports all of its faults at once. */
export const bitsOf = (raw: Raw, name: string): number | null => {
  const word = rawNumber(raw, name)
  return word === null || !Number.isInteger(word) || word < 0 || word > MOST_BITS ? null : word
}
