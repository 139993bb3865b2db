/** Registers of one block, read by their numbers. "No value" is all bits set, whatever the width; null = that, or none read. */
export type Block = {
  u16: (register: number) => number | null
  s16: (register: number) => number | null
  u32: (register: number) => number | null
  s32: (register: number) => number | null
  f32: (register: number) => number | null
  /** null = no text stands there. */
  text: (register: number, count: number) => string | null
}

const NONE = 0xffff
const scratch = new DataView(new ArrayBuffer(4))

/** As ASCII, or as UTF-16 where a byte below a blank stands in it; padded with blanks, FF or 0. */
export const textOf = (bytes: readonly number[]): string | null => {
  const isWide = bytes.some((byte) => byte < 0x20 && byte !== 0) || bytes[0] === 0
  const points = isWide
    ? Array.from(
        { length: bytes.length >> 1 },
        (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0),
      )
    : bytes
  const kept = points.filter((point) => point !== 0 && point !== 0xff && point !== NONE)
  const text = String.fromCodePoint(...kept).trim()
  return text !== '' && /^[\x20-\x7e]+$/.test(text) ? text : null
}
export const block = (first: number, words: Uint16Array): Block => {
  const word = (register: number): number | null => words[register - first] ?? null
  const long = (register: number, read: (view: DataView) => number): number | null => {
    const [high, low] = [word(register), word(register + 1)]
    if (high === null || low === null || (high === NONE && low === NONE)) return null
    scratch.setUint16(0, high)
    scratch.setUint16(2, low)
    const value = read(scratch)
    return Number.isFinite(value) ? value : null
  }
  const u16 = (register: number) => {
    const value = word(register)
    return value === NONE ? null : value
  }
  return {
    u16,
    s16: (register) => {
      const value = u16(register)
      return value === null ? null : value > 0x7fff ? value - 0x10000 : value
    },
    u32: (register) => long(register, (view) => view.getUint32(0)),
    s32: (register) => long(register, (view) => view.getInt32(0)),
    f32: (register) => long(register, (view) => view.getFloat32(0)),
    text: (register, count) =>
      textOf(
        Array.from({ length: count }, (_, index) => word(register + index) ?? NONE).flatMap((one) => [
          one >> 8,
          one & 0xff,
        ]),
      ),
  }
}

/** A value in so many parts of its unit: 2256 of 10 is 225.6. */
export const over = (value: number | null, parts: number): number | null =>
  value === null ? null : value / parts

/** Temperatures have a second "no value", and 0.1 of a degree. */
export const degrees = (value: number | null): number | null =>
  value === null || value === 0x7fff ? null : value / 10

/** Energies of 0.1 kWh, in Wh. */
export const tenths = (value: number | null): number | null => (value === null ? null : value * 100)

/** Without what is not there at its end; null = nothing is. */
export const lines = (values: readonly (number | null)[]): (number | null)[] | null => {
  const last = values.findLastIndex((value) => value !== null)
  return last < 0 ? null : values.slice(0, last + 1)
}
