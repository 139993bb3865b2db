/**
 * What may be written to a device, as data: only what stands here is ever written. Engines fill it for each device;
 * control carries it out.
 */

export type NumberType = 'u16' | 'i16' | 'u32' | 'i32' | 'f32'
export type WordOrder = 'high first' | 'low first'

/** A number in registers: value = raw x `scale`. */
export type RegisterNumber = {
  address: number
  type: NumberType
  /** Of two registers. */
  order: WordOrder
  scale: number
}

/** `asked`: what a person asked for, in the unit of the control; `seconds`: after how long the device ends it itself. */
export type ControlValue = number | 'asked' | 'seconds'

/** One write: by function 6 (`one`) or 16 (`many`), as the maker wants it. */
export type ControlWrite = RegisterNumber & { by: 'one' | 'many'; value: ControlValue }

/** Writes in their order, and what holding registers say when they worked; none = it cannot be read back. */
export type Control = {
  writes: readonly ControlWrite[]
  readBack: readonly (RegisterNumber & { value: ControlValue })[]
}

export type LimitControl = {
  set: Control
  /** Without a limit again. */
  lift: Control
  /** In % of rated power, or W. */
  min: number
  max: number
  /** Within these seconds the device ends a limit itself unless it is written again; null = it never does. */
  reverts: { min: number; max: number } | null
}

/** null = it cannot be asked for. */
export type DeviceControls = {
  switch: { on: Control; off: Control } | null
  restart: Control | null
  limitPct: LimitControl | null
  limitW: LimitControl | null
}

const bytesOf: Record<NumberType, 2 | 4> = { u16: 2, i16: 2, u32: 4, i32: 4, f32: 4 }
const limits: Record<Exclude<NumberType, 'f32'>, readonly [number, number]> = {
  u16: [0, 0xffff],
  i16: [-0x8000, 0x7fff],
  u32: [0, 0xffff_ffff],
  i32: [-0x8000_0000, 0x7fff_ffff],
}

/** The registers that say `value`, rounded to what they can say; null = they cannot. */
export const wordsOfNumber = ({ type, order, scale }: RegisterNumber, value: number): number[] | null => {
  const view = new DataView(new ArrayBuffer(bytesOf[type]))
  if (type === 'f32') {
    if (!Number.isFinite(Math.fround(value / scale))) return null
    view.setFloat32(0, value / scale)
  } else {
    const raw = Math.round(value / scale)
    const [least, most] = limits[type]
    if (!(raw >= least && raw <= most)) return null
    if (bytesOf[type] === 2) view.setUint16(0, raw & 0xffff)
    else view.setUint32(0, raw >>> 0)
  }
  const words = Array.from({ length: bytesOf[type] / 2 }, (_, index) => view.getUint16(index * 2))
  return order === 'low first' ? words.toReversed() : words
}

/** What registers say; the other way round. */
export const numberOfWords = ({ type, order, scale }: RegisterNumber, words: ArrayLike<number>): number => {
  const given = Array.from(words).slice(0, bytesOf[type] / 2)
  const view = new DataView(new ArrayBuffer(bytesOf[type]))
  const high = order === 'low first' ? given.toReversed() : given
  high.forEach((word, index) => view.setUint16(index * 2, word))
  const read = {
    u16: () => view.getUint16(0),
    i16: () => view.getInt16(0),
    u32: () => view.getUint32(0),
    i32: () => view.getInt32(0),
    f32: () => view.getFloat32(0),
  }
  const raw = read[type]()
  // A division by a power of ten is exact where a product is not.
  return scale < 1 ? raw / Math.round(1 / scale) : raw * scale
}
