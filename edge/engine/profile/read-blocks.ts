import { DeviceError, hasFailed, lacksRegisters } from '../device-error.ts'
import type { ReadableRegisters, RegisterTable } from '../device.ts'
import { sizeOf } from './decode-point.ts'
import type { Profile, ProfilePoint } from './profile-schema.ts'

/** Registers that belong together in one request: a point and what it is scaled by. */
type Span = {
  table: RegisterTable
  from: number
  to: number
  /** A counter that never goes back to 0. */
  counts: boolean
}
/** One request: registers from `from` to before `to`, and what in them is wanted. */
type Range = Span & {
  spans: readonly Span[]
  /** It was not 0 once: zeros alone are no answer from then on. */
  counted: boolean
  /** Readings in a row in which it was not answered, and not refused either. */
  lost: number
}
type Block = {
  everyS: number | null
  ranges: Range[]
  readAt: number | null
}

/** Refused registers are asked for again after so long: some are there only by day. No source: chosen. */
const HOLE_MS = 3_600_000
/** Others are silent then, or hang up. */
const isOfRange = ({ reason }: DeviceError): boolean => reason === 'timeout' || reason === 'closed'
/** More of one reading is the line's trouble; what is lost twice in a row is left out like a hole. No source: chosen. */
const [MOST_LOST, LOST_FOR_GOOD] = [4, 2]
const counters = ['e_tot', 'e_in', 'e_out', 'e_pv', 'e_chg', 'e_dis']
const ONES = 0xffff
/** Fewer registers than these may well be all ones, or all zeros. No source: chosen. */
const FEW = 4

const wordsKey = (table: RegisterTable, address: number): string => `${table} ${address}`

/** What was read: each register by its address; one that was not is unknown. */
export class ReadWords {
  readonly #words = new Map<string, number>()
  set(table: RegisterTable, address: number, words: Iterable<number>): void {
    let at = address
    for (const word of words) this.#words.set(wordsKey(table, at++), word)
  }
  forget({ table, from, to }: Pick<Span, 'table' | 'from' | 'to'>): void {
    for (let at = from; at < to; at += 1) this.#words.delete(wordsKey(table, at))
  }
  /** `count` registers from `address` on; null = not all of them were read. */
  at(table: RegisterTable, address: number, count: number): number[] | null {
    const words = Array.from({ length: count }, (_, index) =>
      this.#words.get(wordsKey(table, address + index)),
    )
    return words.every((word) => word !== undefined) ? words : null
  }
}

const covering = (spans: readonly Span[]): Range => ({
  table: spans[0]?.table ?? 'holding',
  from: Math.min(...spans.map(({ from }) => from)),
  to: Math.max(...spans.map(({ to }) => to)),
  counts: spans.some(({ counts }) => counts),
  counted: false,
  lost: 0,
  spans,
})

/** The requests for spans in their order, none longer than `longest` and none through a span. */
const rangesOf = (spans: readonly Span[], longest: number): Range[] => {
  const ranges: Range[] = []
  for (const span of spans) {
    const last = ranges.at(-1)
    const joined = last === undefined ? null : covering([...last.spans, span])
    if (joined !== null && joined.to - joined.from <= longest) ranges[ranges.length - 1] = joined
    else ranges.push(covering([span]))
  }
  return ranges
}

/**
 * Reads the blocks of a profile. What a device refuses is split at the points until it is known which registers it has
 * not; those holes are left out from then on. What it does not answer is lost alone, as long as it answers others.
 */
export class BlockReader {
  readonly #blocks: Block[]
  readonly #words = new ReadWords()
  readonly #zerosRefuse: readonly number[]
  #plannedAt: number | null = null
  readonly #profile: Profile
  readonly #longest: number

  constructor(profile: Profile, longest: number | undefined) {
    this.#profile = profile
    this.#longest = Math.min(longest ?? profile.manners.longest, profile.manners.longest)
    this.#zerosRefuse = profile.manners.zerosRefuse ?? []
    this.#blocks = this.#plan()
  }

  #plan(): Block[] {
    const points = this.#profile.parts.flatMap((part) => part.points)
    const tableOf = (one: { table?: RegisterTable | undefined }) => one.table ?? this.#profile.table
    return this.#profile.blocks.map((block) => {
      const inside = points.filter(
        (point) =>
          tableOf(point) === tableOf(block) && point.at >= block.at && point.at < block.at + block.count,
      )
      return {
        everyS: block.everyS ?? null,
        ranges: rangesOf(this.#spans(inside), this.#longest),
        readAt: null,
      }
    })
  }

  /** In the order of addresses, each once. */
  #spans(points: readonly ProfilePoint[]): Span[] {
    const spans = points
      .map((point): Span => {
        const others = [point.scaledBy, point.apart].filter((at) => at !== undefined)
        const places = [point.at, ...others]
        const own = point.apart === undefined ? sizeOf(point) : 1
        const ends = [point.at + own, ...others.map((at) => at + 1)]
        const table = point.table ?? this.#profile.table
        return {
          table,
          from: Math.min(...places),
          to: Math.max(...ends),
          counts: counters.includes(point.to),
        }
      })
      .toSorted((a, b) => a.from - b.from || a.to - b.to)
    return spans.filter(
      (span, index) =>
        index === 0 || span.from !== spans[index - 1]?.from || span.to !== spans[index - 1]?.to,
    )
  }

  /** `now`: ms of any clock that goes on evenly. Rejects with a `DeviceError`. */
  async read(registers: ReadableRegisters, now: number): Promise<ReadWords> {
    if (this.#plannedAt === null || now - this.#plannedAt >= HOLE_MS) {
      const fresh = this.#plan()
      this.#blocks.forEach((block, index) => (block.ranges = fresh[index]?.ranges ?? []))
      this.#plannedAt = now
    }
    let refusal: DeviceError | null = null
    let [answered, isMeasured] = [false, false]
    let losses = 0
    for (const block of this.#blocks) {
      if (block.everyS !== null && block.readAt !== null && now - block.readAt < block.everyS * 1000) {
        answered = true
        continue
      }
      const left: Range[] = []
      const todo = [...block.ranges]
      for (let range = todo.shift(); range !== undefined; range = todo.shift()) {
        this.#words.forget(range)
        try {
          await this.#readRange(registers, range)
          answered = true
          if (block.everyS === null) isMeasured = true
          range.lost = 0
          left.push(range)
        } catch (error) {
          if (!(error instanceof DeviceError)) throw error
          refusal = error
          // The line has asked again before.
          if (lacksRegisters(error) || hasFailed(error)) {
            if (range.spans.length > 1) todo.unshift(...halves(range))
            continue
          }
          losses += 1
          if (!isOfRange(error) || losses > (answered ? MOST_LOST : 1)) throw error
          range.lost += 1
          if (range.lost < LOST_FOR_GOOD) left.push(range)
        }
      }
      block.ranges = left
      if (left.length > 0) block.readAt = now
    }
    if (losses > 0 && !isMeasured && refusal !== null) throw refusal
    if (!answered && refusal !== null) {
      // It may only be starting.
      this.#plannedAt = null
      throw refusal
    }
    return this.#words
  }

  async #readRange(registers: ReadableRegisters, range: Range): Promise<void> {
    const { table, from, to } = range
    let words = await registers.read(from, to - from, table)
    if (words.length > FEW && words.every((word) => word === ONES)) return
    if (words.every((word) => word === 0)) words = await this.#inPieces(registers, range, words)
    const zeros = words.length > FEW && words.every((word) => word === 0)
    if (zeros && range.counts && range.counted) return
    if (!zeros) range.counted = true
    this.#words.set(table, from, words)
  }

  /** Devices that answer zeros to blocks they do not like are asked in shorter ones. */
  async #inPieces(
    registers: ReadableRegisters,
    { table, from, spans }: Range,
    zeros: Uint16Array,
  ): Promise<Uint16Array> {
    for (const length of this.#zerosRefuse.filter((one) => one < zeros.length)) {
      const words = zeros.slice()
      for (const piece of rangesOf(spans, length))
        words.set(await registers.read(piece.from, piece.to - piece.from, table), piece.from - from)
      if (words.some((word) => word !== 0)) return words
    }
    return zeros
  }
}

/** At the widest gap between points, of several at the one nearest to the middle. */
const halves = ({ spans }: Range): Range[] => {
  const middle = spans.length / 2
  const cut = spans
    .map((span, index) => ({ index, gap: index === 0 ? -1 : span.from - (spans[index - 1]?.to ?? 0) }))
    .slice(1)
    .toSorted((a, b) => b.gap - a.gap || Math.abs(a.index - middle) - Math.abs(b.index - middle))[0]
  const at = cut?.index ?? 1
  return [covering(spans.slice(0, at)), covering(spans.slice(at))]
}
