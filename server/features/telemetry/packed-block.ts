/**
 * A block: the values of a column of a packed day (docs/decisions/127-packed-days.md), as bytes of which SQL finds each
 * value without the others (`packed_values` in migrations 0259 and 0260). Three bytes stand before them: how many bits a value has
 * (0: all are alike; above 64: so many bytes, in planes), how many decimals, and which of the row's bases is to be added.
 * Values stand bit beside bit, or in planes: the lowest byte of each, then the next byte of each. Planes is what
 * PostgreSQL's compression finds more repetitions in where values stand still. Of what changes little, such as counters
 * and temperatures, differences are smaller. The smallest is taken. The highest code says that there is no value.
 */

const PAD = 4
/** Added to the number of bytes of a value that stands in planes. */
const PLANES = 64
/** So far apart the values of a block may lie: 32 bits, of which the highest code says that there is no value. */
const WIDEST = 2 ** 32 - 2
const DECIMALS_MAX = 9
/** Added to the decimals where the codes are differences (migration 0260). */
const STEPS = 128
/** They take twice the time to read, so they have to be worth it. */
const STEPS_BELOW = 0.85
/** Bases are told apart by a byte. */
const BASES_MAX = 255

/** How many decimals say all of the values exactly; null = more than a block can. */
const decimalsOf = (values: readonly (number | null)[]): number | null => {
  let decimals = 0
  for (const value of values) {
    if (value === null) continue
    while (Math.round(value * 10 ** decimals) / 10 ** decimals !== value) {
      decimals += 1
      if (decimals > DECIMALS_MAX) return null
    }
  }
  return decimals
}

/** Null where no block can say the values; `undefined` where there is none to say. */
export const blockOf = (
  values: readonly (number | null)[],
  base: number[],
  inRuns = false,
): Buffer | null | undefined => {
  const decimals = decimalsOf(values)
  if (decimals === null) return null
  const scale = 10 ** decimals
  let [low, high, unknown] = [Infinity, -Infinity, 0]
  const whole = values.map((value) => {
    if (value === null) {
      unknown += 1
      return null
    }
    const one = Math.round(value * scale)
    low = Math.min(low, one)
    high = Math.max(high, one)
    return one
  })
  if (unknown === values.length) return undefined
  if (!Number.isSafeInteger(low) || high - low > WIDEST) return null
  // Without a base of its own where that costs no bit.
  if (low > 0 && bitsFor(high + 1) === bitsFor(high - low + 1)) low = 0
  const bits = low === high && unknown === 0 ? 0 : bitsFor(high - low + 1)
  // Room for a base is left, whichever way it is said.
  if (base.length >= BASES_MAX) return null
  const at = (): number => (low === 0 ? 0 : placeOf(low, base))
  if (bits === 0) return Buffer.from([0, decimals, at()])
  const codes = (width: number): number[] =>
    whole.map((value) => (value === null ? 2 ** width - 1 : value - low))
  const width = Math.ceil(bits / 8)
  const [packed, planed] = [inBits(codes(bits), bits), inPlanes(codes(width * 8), width)]
  const [inPlace, apart] = [weight(packed, periodOf(bits)), weight(planed, 1)]
  const steps = inRuns ? null : stepsOf(whole)
  if (steps !== null && weight(steps.bytes, periodOf(steps.bits)) < STEPS_BELOW * Math.min(inPlace, apart))
    return Buffer.concat([
      Buffer.from([steps.bits, STEPS + decimals, steps.first === 0 ? 0 : placeOf(steps.first, base)]),
      steps.bytes,
    ])
  const usePlanes = inRuns || apart < inPlace
  return Buffer.concat([
    Buffer.from([usePlanes ? PLANES + width : bits, decimals, at()]),
    usePlanes ? planed : packed,
  ])
}

const placeOf = (value: number, base: number[]): number => base.indexOf(value) + 1 || base.push(value)

/** What stands beside each other in bits repeats itself after so many bytes. */
const periodOf = (bits: number): number => (bits % 8 === 0 ? bits / 8 : bits)

/**
 * Differences from the value before, 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …; the first value is the base. Null where they
 * are no narrower than values may be.
 */
const stepsOf = (
  whole: readonly (number | null)[],
): { first: number; bits: number; bytes: Buffer } | null => {
  const first = whole.find((value) => value !== null) ?? 0
  let [before, most] = [first, 0]
  const codes = whole.map((value) => {
    if (value === null) return null
    const step = value - before
    before = value
    const code = step < 0 ? -2 * step - 1 : 2 * step
    most = Math.max(most, code)
    return code
  })
  if (most > WIDEST) return null
  const bits = bitsFor(most + 1)
  return {
    first,
    bits,
    bytes: inBits(
      codes.map((code) => code ?? 2 ** bits - 1),
      bits,
    ),
  }
}

const bitsFor = (code: number): number => {
  let bits = 1
  while (2 ** bits <= code) bits += 1
  return bits
}

/** The codes one after the other, the lowest bit of each first, and so many bytes more that each can be read alike. */
const inBits = (codes: readonly number[], bits: number): Buffer => {
  const bytes = Buffer.alloc(Math.ceil((codes.length * bits) / 8) + PAD)
  let at = 0
  for (const code of codes) {
    let left = code
    for (let missing = bits; missing > 0;) {
      const within = at % 8
      const taken = Math.min(8 - within, missing)
      const byte = Math.floor(at / 8)
      bytes[byte] = (bytes[byte] ?? 0) | ((left % 2 ** taken) << within)
      left = Math.floor(left / 2 ** taken)
      at += taken
      missing -= taken
    }
  }
  return bytes
}

/** The lowest byte of every code, then the next of every code, and so on. */
const inPlanes = (codes: readonly number[], width: number): Buffer => {
  const bytes = Buffer.alloc(codes.length * width)
  for (const [index, code] of codes.entries())
    for (let plane = 0, left = code; plane < width; plane += 1, left = Math.floor(left / 256))
      bytes[plane * codes.length + index] = left % 256
  return bytes
}

/** About what PostgreSQL makes of it: a run of what stood `period` bytes before costs next to nothing, else 9 bits a byte. */
const weight = (bytes: Buffer, period: number): number => {
  let [run, cost] = [0, 0]
  for (let index = 0; index < bytes.length; index += 1) {
    run = index >= period && bytes[index] === bytes[index - period] ? run + 1 : 0
    cost += run === 4 ? 3.4 - 3 * 1.125 : run > 4 ? 0.02 : 1.125
  }
  return cost > bytes.length * 0.75 ? bytes.length : cost + 4
}

/** Of a phase or a tracker that others of its list stand beside. */
export const sayingNothing = (count: number): Buffer =>
  Buffer.concat([
    Buffer.from([1, 0, 0]),
    inBits(
      Array.from({ length: count }, () => 1),
      1,
    ),
  ])
