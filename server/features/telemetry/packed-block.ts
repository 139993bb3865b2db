/**
 * A block: the values of a column of a packed day (docs/decisions/127-packed-days.md, 142-packed-currents.md), as bytes
 * that SQL reads (`packed_values` and `packed_currents` in migration 0274, which read the forms of before too). Three
 * bytes stand before them: how the codes stand (0: all values are alike; up to 32: so many bits each, beside each other;
 * from 64 on: so many bytes each, in planes, the lowest byte of each, then the next of each; from 80 on: runs, how often
 * and a code of so many bytes); how many decimals, with 64 for a block of this form, 128 for differences from the value
 * before and 32 for currents; how many bytes the base has. Then the base, of currents a ratio of two bytes, the codes. The
 * highest code says that there is no value.
 *
 * Currents follow from power and voltage: what is said is how far they are from `ratio * power / voltage`.
 *
 * PostgreSQL compresses rows of more than about two thousand bytes and no smaller ones. So the smallest form is taken as it
 * is, or in large rows the one that compression makes least of: planes repeat themselves where values stand still.
 */

/** Added to the number of bytes of a value that stands in planes, or in runs. */
const PLANES = 64
const RUNS = 80
/** So far apart the values of a block may lie: 32 bits, of which the highest code says that there is no value. */
const WIDEST = 2 ** 32 - 2
const DECIMALS_MAX = 9
/** Added to the decimals. */
const STEPS = 128
const THIS_FORM = 64
const CURRENTS = 32
/** Differences and currents take twice the time to read, so they have to be worth it. */
const WORTH = 0.85
/** Each run is a turn of a loop, and its length a byte. */
const RUNS_MAX = 48
const RUN_LONGEST = 255
const RATIO = 32_768
/** Farther off nothing is expected. */
const EXPECTED_MAX = 2 ** 31

type Values = readonly (number | null)[]
/** What currents follow from, a value each. */
export type Source = { powers: Values; voltages: Values }
export type Asked = {
  /** The row will be compressed. */
  compressed: boolean
  /** Is read with every other column: no form that takes longer. */
  always?: boolean
  source?: Source | null
}

/** How many decimals say all of the values exactly; null = more than a block can. */
const decimalsOf = (values: Values): number | null => {
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

type Codes = { head: number; base: number; codes: (number | null)[]; most: number; ratio?: number }

/** Null where no block can say the values; `undefined` where there is none to say. */
export const blockOf = (values: Values, asked: Asked): Buffer | null | undefined => {
  const decimals = decimalsOf(values)
  if (decimals === null) return null
  const scale = 10 ** decimals
  const whole = values.map((value) => (value === null ? null : Math.round(value * scale)))
  const plain = fromBase(whole, decimals)
  if (plain === undefined || plain === null) return plain
  if (plain.most === 0 && !whole.includes(null)) return blockWith(plain, 0, Buffer.alloc(0))
  const best = smallest(plain, asked)
  if (asked.always === true) return best.block
  const source = asked.source ?? null
  const others = [stepsOf(whole, decimals), source === null ? null : currentsOf(whole, decimals, source)]
  let [chosen, cost] = [best.block, best.cost * WORTH]
  for (const other of others) {
    if (other === null) continue
    const one = smallest(other, asked)
    if (one.cost < cost) [chosen, cost] = [one.block, one.cost]
  }
  return chosen
}

/** As distances from the least of them; undefined = there is none, null = they lie too far apart. */
const fromBase = (whole: Values, head: number): Codes | null | undefined => {
  let [low, high] = [Infinity, -Infinity]
  for (const value of whole) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low === Infinity) return undefined
  if (!Number.isSafeInteger(low) || high - low > WIDEST) return null
  // Without a base of its own where that costs no bit.
  if (low > 0 && high > low && bitsFor(high + 1) === bitsFor(high - low + 1)) low = 0
  return {
    head,
    base: low,
    codes: whole.map((value) => (value === null ? null : value - low)),
    most: high - low,
  }
}

/** Differences from the value before, 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …; the first value is the base. */
const stepsOf = (whole: Values, decimals: number): Codes | null => {
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
  return most > WIDEST ? null : { head: STEPS + decimals, base: first, codes, most }
}

const currentsOf = (whole: Values, decimals: number, { powers, voltages }: Source): Codes | null => {
  const scale = 10 ** decimals
  let [both, squares] = [0, 0]
  for (const [index, value] of whole.entries()) {
    const [power, voltage] = [powers[index] ?? null, voltages[index] ?? null]
    if (value === null || power === null || voltage === null || voltage === 0) continue
    const alone = power / voltage
    both += (value / scale) * alone
    squares += alone * alone
  }
  const ratio = Math.round((both / squares) * RATIO)
  if (!(ratio > 0 && ratio < 65_536)) return null
  const apart = whole.map((value, index) => {
    if (value === null) return null
    const [power, voltage] = [powers[index] ?? null, voltages[index] ?? null]
    // In the order of the database, so that it is the same number.
    return power === null || voltage === null || voltage === 0
      ? value
      : value - Math.floor((((ratio / RATIO) * power) / voltage) * scale + 0.5)
  })
  if (apart.some((one) => one !== null && Math.abs(one) > EXPECTED_MAX)) return null
  const codes = fromBase(apart, CURRENTS + decimals)
  return codes ? { ...codes, ratio } : null
}

/** The block of codes that takes least, and about how many bytes that is in the end. */
const smallest = (one: Codes, { compressed }: Asked): { block: Buffer; cost: number } => {
  const bits = bitsFor(one.most + 1)
  const width = Math.ceil(bits / 8)
  const missing = 2 ** (width * 8) - 1
  const packed = blockWith(one, bits, inBits(one.codes, bits))
  const cost = (bytes: Buffer, period: number): number => (compressed ? weight(bytes, period) : bytes.length)
  let best = { block: packed, cost: cost(packed, periodOf(bits)) }
  const planed = blockWith(one, PLANES + width, inPlanes(one.codes, width))
  const apart = cost(planed, 1)
  if (apart < best.cost) best = { block: planed, cost: apart }
  const runs = inRuns(
    one.codes.map((code) => code ?? missing),
    width,
  )
  if (runs === null) return best
  const block = blockWith(one, RUNS + width, runs)
  return block.length < best.cost ? { block, cost: block.length } : best
}

const blockWith = ({ head, base, ratio }: Codes, form: number, codes: Buffer): Buffer => {
  const own = bytesOf(base)
  const after = ratio === undefined ? [] : [ratio % 256, Math.floor(ratio / 256)]
  return Buffer.concat([Buffer.from([form, THIS_FORM + head, own.length, ...own, ...after]), codes])
}

/** 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …, in as few bytes as say it, the lowest first. */
const bytesOf = (value: number): number[] => {
  const bytes: number[] = []
  for (let left = value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value); left > 0n; left /= 256n)
    bytes.push(Number(left % 256n))
  return bytes
}

/** What stands beside each other in bits repeats itself after so many bytes. */
const periodOf = (bits: number): number => (bits % 8 === 0 ? bits / 8 : bits)

const bitsFor = (code: number): number => {
  let bits = 1
  while (2 ** bits <= code) bits += 1
  return bits
}

/** The codes one after the other, the lowest bit of each first. */
const inBits = (codes: Values, bits: number): Buffer => {
  const bytes = Buffer.alloc(Math.ceil((codes.length * bits) / 8))
  let at = 0
  for (const code of codes) {
    let left = code ?? 2 ** bits - 1
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
const inPlanes = (codes: Values, width: number): Buffer => {
  const bytes = Buffer.alloc(codes.length * width)
  for (const [index, code] of codes.entries())
    for (let plane = 0, left = code ?? 2 ** (width * 8) - 1; plane < width; plane += 1) {
      bytes[plane * codes.length + index] = left % 256
      left = Math.floor(left / 256)
    }
  return bytes
}

/** How often a code stands there, and the code, again and again; null = they change too often for that. */
const inRuns = (codes: readonly number[], width: number): Buffer | null => {
  const bytes: number[] = []
  for (let at = 0; at < codes.length;) {
    if (bytes.length >= RUNS_MAX * (1 + width)) return null
    const code = codes[at] ?? 0
    let length = 1
    while (length < RUN_LONGEST && codes[at + length] === code) length += 1
    bytes.push(length)
    for (let byte = 0, left = code; byte < width; byte += 1, left = Math.floor(left / 256))
      bytes.push(left % 256)
    at += length
  }
  return Buffer.from(bytes)
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
  blockWith({ head: 0, base: 0, codes: [], most: 0 }, 1, Buffer.alloc(Math.ceil(count / 8), 255))
