import type { RawValue } from '../reading.ts'
import { factorFor, meaningOf } from './meanings.ts'
import type { ProfilePoint } from './profile-schema.ts'

type PointType = ProfilePoint['is']
const sizes: Readonly<Record<Exclude<PointType, 'text'>, number>> = {
  u16: 1,
  i16: 1,
  bits16: 1,
  u32: 2,
  i32: 2,
  bits32: 2,
  f32: 2,
  u64: 4,
  i64: 4,
  bits64: 4,
}
/** Registers of a point. */
export const sizeOf = ({ is, words }: Pick<ProfilePoint, 'is' | 'words'>): number =>
  is === 'text' ? (words ?? 1) : sizes[is]

/** Words in the order of the wire, high one first. */
const highFirst = (words: readonly number[], order: 'high first' | 'low first'): readonly number[] =>
  order === 'low first' ? words.toReversed() : words

const textOf = (words: readonly number[]): string | null => {
  const bytes = words.flatMap((word) => [word >> 8, word & 0xff])
  const end = bytes.findIndex((byte) => byte === 0)
  const text = String.fromCodePoint(...(end < 0 ? bytes : bytes.slice(0, end))).trim()
  // What is no text of a nameplate was never written.
  return /^[\u0020-\u007e]+$/.test(text) ? text : null
}

const floatOf = (words: readonly number[]): number | null => {
  const view = new DataView(new ArrayBuffer(4))
  words.forEach((word, index) => view.setUint16(index * 2, word))
  const value = view.getFloat32(0)
  // The greatest float is what some makers write for "no limit" and "no value".
  return Number.isFinite(value) && Math.abs(value) < 1e37 ? value : null
}

type Coded = Pick<ProfilePoint, 'is' | 'none' | 'zeroIsNone' | 'mask'>

/** The whole number of registers, null where it means that there is none. */
const wholeOf = ({ is, none, zeroIsNone, mask }: Coded, words: readonly number[]): bigint | null => {
  const width = words.length * 16
  const bits = words.reduce((sum, word) => (sum << 16n) | BigInt(word), 0n)
  const [ones, lowest] = [(1n << BigInt(width)) - 1n, 1n << BigInt(width - 1)]
  if (none?.some((one) => BigInt(one) === bits) === true || (zeroIsNone === true && bits === 0n)) return null
  if (is.startsWith('u') && bits === ones) return null
  if (is.startsWith('i')) return bits === lowest ? null : BigInt.asIntN(width, bits)
  if (mask === undefined) return bits
  const low = BigInt(mask) & -BigInt(mask)
  return (bits & BigInt(mask)) / low
}

/** `raw` x `scale` x 10^`power`, to the nearest double: a division by a power of ten is exact where a product is not. */
const scaled = (raw: number, scale: number, power: number): number => {
  const factor = scale * (power < 0 ? 1 / 10 ** -power : 10 ** power)
  const inverse = Math.round(1 / factor)
  const value =
    factor !== 0 && Math.abs(factor) < 1 && Math.abs(inverse * factor - 1) < 1e-9
      ? raw / inverse
      : raw * factor
  // Never -0.
  return value === 0 ? 0 : value
}

/** Points whose bits are told: a number holds 53 of them, and none of ours has more. */
const [WIDEST, LEAST_POWER, MOST_POWER] = [2n ** 53n, -10, 10]

/**
 * What a point says, in the unit of what it means. `words`: its registers in their order; `scaleWord`: the register at
 * its `scaledBy`. null = nothing.
 */
export const decodePoint = (
  point: ProfilePoint,
  words: readonly number[],
  order: 'high first' | 'low first',
  scaleWord: number | null = null,
): RawValue | null => {
  const meaning = meaningOf(point.to)
  if (point.is === 'text') return textOf(words)
  const high = highFirst(words, point.order ?? order)
  const raw = point.is === 'f32' ? floatOf(high) : wholeOf(point, high)
  if (
    raw === null ||
    (typeof raw === 'bigint' && (raw > WIDEST || raw < -WIDEST) && !point.is.startsWith('bits'))
  )
    return null
  const power = scaleWord === null ? 0 : scaleWord > 0x7fff ? scaleWord - 0x1_0000 : scaleWord
  if (point.scaledBy !== undefined && (scaleWord === null || power < LEAST_POWER || power > MOST_POWER))
    return null
  const factor = meaning === null ? 1 : (factorFor(meaning, point.unit ?? '') ?? 1)
  const number = Number(raw) + (point.offset ?? 0)
  return scaled(point.turned === true ? -number : number, (point.scale ?? 1) * factor, power)
}

/** The bits that are set, from the lowest on. */
export const bitsOf = (value: number): number[] => {
  const bits = BigInt(value)
  return Array.from({ length: 64 }, (_, bit) => bit).filter((bit) => ((bits >> BigInt(bit)) & 1n) === 1n)
}
