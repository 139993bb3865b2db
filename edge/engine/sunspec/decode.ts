import type { Model, Point, PointType } from './points.ts'

/** What a point says, scaled; null = the device does not say it. */
export type Value = number | string | null
export type Values = Readonly<Record<string, Value>>

/** What "not implemented" is, by type. Source: SunSpec, "Device Information Model Specification". */
const none: Readonly<Partial<Record<PointType, bigint>>> = {
  int16: 0x8000n,
  uint16: 0xffffn,
  count: 0xffffn,
  enum16: 0xffffn,
  bitfield16: 0xffffn,
  sunssf: 0x8000n,
  int32: 0x8000_0000n,
  uint32: 0xffff_ffffn,
  enum32: 0xffff_ffffn,
  bitfield32: 0xffff_ffffn,
  int64: 0x8000_0000_0000_0000n,
  uint64: 0xffff_ffff_ffff_ffffn,
  // A counter that stands at 0 has counted nothing, or nothing is counted: `notAccumulated` has its name.
  acc16: 0n,
  acc32: 0n,
  acc64: 0n,
}
const signed: readonly PointType[] = ['int16', 'int32', 'int64', 'sunssf']

/** The widest scale factor of SunSpec; one beyond it is none. */
const WIDEST_SCALE = 10

const wordsToBytes = (words: Uint16Array): Uint8Array => {
  const bytes = new Uint8Array(words.length * 2)
  const view = new DataView(bytes.buffer)
  words.forEach((word, index) => view.setUint16(index * 2, word))
  return bytes
}

/** Most devices write ASCII, some UTF-8; what is none of both is Latin-1. */
const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

const textOf = (words: Uint16Array): string | null => {
  const bytes = wordsToBytes(words)
  const end = bytes.indexOf(0)
  const text = decoded(end < 0 ? bytes : bytes.subarray(0, end))
  // Registers that no string was ever written to hold ones.
  if (words.every((word) => word === 0xffff)) return null
  const said = text.replace(/\p{Cc}/gu, ' ').trim()
  return said === '' ? null : said
}

const floatOf = (words: Uint16Array): number | null => {
  const view = new DataView(wordsToBytes(words).buffer)
  const value = words.length === 2 ? view.getFloat32(0) : view.getFloat64(0)
  return Number.isFinite(value) ? value : null
}

/** The registers of a point that begin at `at`; null = the model ends before, or one of them could not be read. */
const wordsOf = ({ size }: Point, { words, holes }: ModelWords, at: number): Uint16Array | null => {
  const own = words.subarray(at, at + size)
  return own.length < size || own.some((_, index) => holes.has(at + index)) ? null : own
}

/** The raw value of a point whose registers begin at `at`, high word first. */
const rawOf = (point: Point, words: ModelWords, at: number): Value => {
  const { type, size } = point
  const own = wordsOf(point, words, at)
  if (own === null || type === 'pad') return null
  if (type === 'string') return textOf(own)
  if (type === 'float32' || type === 'float64') return floatOf(own)
  const bits = own.reduce((sum, word) => (sum << 16n) | BigInt(word), 0n)
  if (bits === none[type]) return null
  return Number(signed.includes(type) ? BigInt.asIntN(size * 16, bits) : bits)
}

/** `raw` x 10^`power`, to the nearest double: a division by a power of ten is exact where a product is not. */
const scaled = (raw: number, power: number): number => (power < 0 ? raw / 10 ** -power : raw * 10 ** power)

const isPower = (value: Value | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= WIDEST_SCALE

const read = (points: readonly Point[], words: ModelWords, from: number, scales: Values): Values => {
  const raw = Object.fromEntries(
    points.map((point) => [point.name, rawOf(point, words, from + point.offset)]),
  )
  return Object.fromEntries(
    points.map(({ name, scale }) => {
      const value = raw[name] ?? null
      if (scale === null || typeof value !== 'number') return [name, value]
      const power = typeof scale === 'number' ? scale : (raw[scale] ?? scales[scale])
      // Of what a device does not say the scale of, nothing is known.
      return [name, isPower(power) ? scaled(value, power) : null]
    }),
  )
}

/** How often the group of `model` fits into `length` registers after the length; null = it does not fit. */
export const repeats = (model: Model, length: number): number | null => {
  const rest = length + 2 - model.size
  if (rest < 0) return model.padMayLack && rest === -1 ? 0 : null
  if (model.group === null) return rest === 0 ? 0 : null
  return rest % model.group.size === 0 ? rest / model.group.size : null
}

/** How often the group of `model` fits into `length` registers, whatever is left over. */
export const room = (model: Model, length: number): number =>
  model.group === null ? 0 : Math.max(0, Math.floor((length + 2 - model.size) / model.group.size))

export type Decoded = {
  values: Values
  groups: readonly Values[]
  /** Accumulators of `values` that were read and stand at 0; what could not be read is not among them. */
  notAccumulated: ReadonlySet<string>
}

const atZero = (points: readonly Point[], words: ModelWords): ReadonlySet<string> =>
  new Set(
    points
      .filter(({ type }) => none[type] === 0n)
      .filter((point) => wordsOf(point, words, point.offset)?.every((word) => word === 0) === true)
      .map(({ name }) => name),
  )

/** Registers of a model, beginning with its ID; `holes`: which of them could not be read. */
export type ModelWords = { words: Uint16Array; holes: ReadonlySet<number> }

/**
 * A model's values. A group repeats as often as the model counts, at most as often as it has room for. What stands in a
 * model behind the points that are known here is passed over.
 */
export const decode = (model: Model, words: Uint16Array, holes: ReadonlySet<number> = new Set()): Decoded => {
  const said = { words, holes }
  const values = read(model.points, said, 0, {})
  const { group } = model
  const notAccumulated = atZero(model.points, said)
  if (group === null) return { values, groups: [], notAccumulated }
  const fits = room(model, words.length - 2)
  const counter = group.count ?? model.points.find(({ type }) => type === 'count')?.name
  const counted = counter === undefined ? null : values[counter]
  const times = typeof counted === 'number' && counted > 0 ? Math.min(counted, fits) : fits
  return {
    values,
    notAccumulated,
    groups: Array.from({ length: times }, (_, index) =>
      read(group.points, said, model.size + index * group.size, values),
    ),
  }
}
