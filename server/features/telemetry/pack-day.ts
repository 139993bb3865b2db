import {
  numberMetrics,
  switchMetrics,
  type NumberMetric,
  type PhasesMetric,
  type SwitchMetric,
} from '#domain/telemetry/metrics.ts'
import type { Insertable } from 'kysely'
import type { ReadingPackedTable } from '../../platform/db/tables/telemetry.ts'
import { stringKeys, trackerKeys } from './list-bytes.ts'
import { type Asked, blockOf, sayingNothing, type Source } from './packed-block.ts'
import { DAY_MS } from './partition-store.ts'
import type { MpptValues, StringValues } from '#domain/telemetry/reading-quality.ts'

/**
 * Readings of a device and UTC day become one row of `reading_packed` (docs/decisions/127-packed-days.md): a block of
 * bytes a column, what no block can say as JSON in `rest`. The view `reading_unpacked` (migration 0274) reads all of it.
 */

/** A row of `reading` as the database gives it; instants in epoch ms. */
export type StoredReading = {
  ts: number
  received_at: number
  hist: boolean
  state: number | null
  flags: number
} & Record<NumberMetric, number | null> &
  Record<PhasesMetric, (number | null)[] | null> &
  Record<SwitchMetric, boolean | null> & {
    mppt: MpptValues[] | null
    str: StringValues[] | null
    al: unknown
    raw: unknown
  }

export type PackedDay = Omit<Insertable<ReadingPackedTable>, 'device_no' | 'day'>

const PHASES_MAX = 3
/** PostgreSQL compresses rows of more than 2,032 bytes, this and its own head among them, and leaves smaller ones as they are. */
const COMPRESSED_FROM = 1_900

/** Power and voltage that a current follows from, if a device says them. */
const sources: Partial<Record<NumberMetric, { power: NumberMetric; voltage: NumberMetric }>> = {
  i_in: { power: 'p', voltage: 'u_in' },
  i_out: { power: 'p', voltage: 'u_out' },
}

/** The time between most readings that follow each other, ms; where that leads far out of the day, the mean. */
const usualStep = (instants: readonly number[]): number => {
  const counts = new Map<number, number>()
  let [best, most] = [0, 0]
  for (let index = 1; index < instants.length; index += 1) {
    const step = (instants[index] ?? 0) - (instants[index - 1] ?? 0)
    const count = (counts.get(step) ?? 0) + 1
    counts.set(step, count)
    if (count > most) [best, most] = [step, count]
  }
  const [first = 0, last = 0] = [instants[0], instants.at(-1)]
  const others = Math.max(1, instants.length - 1)
  return best * others > 2 * DAY_MS ? Math.round((last - first) / others) : best
}

const sameKeys = (one: object, keys: readonly string[]): boolean =>
  Object.keys(one).toSorted().join() === keys.join()

/** The parts that all lists of a column name, in their order; null = they differ, or a list says nothing of any. */
const partsOf = <Part extends { n: number }>(
  lists: readonly (Part[] | null)[],
  keys: readonly (keyof Part & string)[],
): number[] | null => {
  let parts: string | undefined
  for (const list of lists) {
    if (list === null) continue
    const named = [...keys, 'n'].toSorted()
    if (!Array.isArray(list) || !list.every((one) => sameKeys(one, named))) return null
    const said = list.map(({ n }) => n).join()
    parts ??= said
    if (said !== parts || list.every((one) => keys.every((key) => one[key] === null))) return null
  }
  return parts === undefined || parts === '' ? null : parts.split(',').map(Number)
}

const flag = (value: boolean | null): number | null => (value === null ? null : Number(value))
const named = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>

/** Readings of one device and UTC day, sorted by time, at least one. `dayStart`: epoch ms. */
export const packDay = (readings: readonly StoredReading[], dayStart: number): PackedDay => {
  const small = packAs(readings, dayStart, false)
  return bytesIn(small) < COMPRESSED_FROM ? small : packAs(readings, dayStart, true)
}

const bytesIn = (day: PackedDay): number => {
  let bytes = 0
  for (const value of Object.values(day)) {
    for (const one of Array.isArray(value) ? value : [value])
      bytes += Buffer.isBuffer(one) || typeof one === 'string' ? one.length + 4 : 4
  }
  return bytes
}

const packAs = (readings: readonly StoredReading[], dayStart: number, compressed: boolean): PackedDay => {
  const asked: Asked = { compressed }
  const rest: Record<string, unknown[]> = {}
  const step = usualStep(readings.map(({ ts }) => ts))
  /** A block, or null and what it should say in `rest`. */
  const column = (
    name: string,
    values: readonly (number | null)[],
    source: Source | null = null,
  ): Buffer | null => {
    const block = blockOf(values, { compressed, source })
    if (block === null) rest[name] = [...values]
    return block ?? null
  }
  const always = (values: readonly number[]): Buffer => {
    const block = blockOf(values, { compressed, always: true })
    if (!block) throw new RangeError('instants of a day do not fit a block')
    return block
  }
  /** A block each; where one cannot be, all of the column stands in `rest`. */
  const columns = (
    name: string,
    values: readonly (readonly (number | null)[])[],
    said: () => unknown[],
    sourceOf: (index: number) => Source | null = () => null,
  ): Buffer[] | null => {
    const blocks = values.map((one, index) => {
      const block = blockOf(one, { compressed, source: sourceOf(index) })
      return block === undefined ? sayingNothing(one.length) : block
    })
    if (blocks.every((block) => block !== null)) return blocks
    rest[name] = said()
    return null
  }
  const numbers = named(numberMetrics, (name) => readings.map((one) => one[name]))
  const inBlocks = (name: NumberMetric): boolean => Buffer.isBuffer(blockOf(numbers[name], asked))
  const sourceOf = (name: NumberMetric): Source | null => {
    const source = sources[name]
    return source !== undefined && inBlocks(source.power) && inBlocks(source.voltage)
      ? { powers: numbers[source.power], voltages: numbers[source.voltage] }
      : null
  }
  const phases = (
    name: PhasesMetric,
    voltages: Buffer[] | null = null,
    voltagesOf: PhasesMetric = name,
  ): Buffer[] | null => {
    const lists = readings.map((one) => one[name])
    const some = lists.filter((list) => list !== null)
    const count = some[0]?.length
    if (count === undefined) return null
    const even = some.every((list) => list.length === count && list.some((value) => value !== null))
    if (count === 0 || count > PHASES_MAX || !even) {
      rest[name] = lists
      return null
    }
    const each = Array.from({ length: count }, (_, phase) => lists.map((list) => list?.[phase] ?? null))
    const sourced = voltages?.length === count && inBlocks('p')
    return columns(
      name,
      each,
      () => lists,
      (phase) =>
        sourced
          ? { powers: numbers.p, voltages: readings.map((one) => one[voltagesOf]?.[phase] ?? null) }
          : null,
    )
  }
  const parts = <Part extends { n: number }, Key extends keyof Part & string>(
    name: 'mppt' | 'str',
    lists: readonly (Part[] | null)[],
    keys: readonly Key[],
  ): { n: number[] | null; blocks: Buffer[] | null } => {
    const none = { n: null, blocks: null }
    if (lists.every((list) => list === null)) return none
    const n = partsOf(lists, keys)
    if (n === null) {
      rest[name] = [...lists]
      return none
    }
    const said = (part: number, key: string) =>
      lists.map((list) => (list?.[part]?.[key as Key] as number | null | undefined) ?? null)
    const each = n.flatMap((_, part) => keys.map((key) => said(part, key)))
    const blocks = columns(
      name,
      each,
      () => [...lists],
      (index) => {
        if (name === 'str' || keys[index % keys.length] !== 'i') return null
        const part = Math.floor(index / keys.length)
        return { powers: said(part, 'p'), voltages: said(part, 'u') }
      },
    )
    return { n: blocks === null ? null : n, blocks }
  }
  /** Each value once, and which of them it is. */
  const said = (name: 'al' | 'raw'): { said: string | null; at: Buffer | null } => {
    const values = readings.map((one) => (one[name] === null ? null : JSON.stringify(one[name])))
    const each = [...new Set(values)].filter((value) => value !== null)
    if (each.length === 0) return { said: null, at: null }
    const place = new Map(each.map((value, index) => [value, index]))
    const at = blockOf(
      values.map((value) => (value === null ? null : (place.get(value) ?? null))),
      asked,
    )
    if (!at) throw new RangeError(`${name} of a day does not fit a block`)
    return { said: `[${each.join()}]`, at }
  }
  const [mppt, str] = [
    parts(
      'mppt',
      readings.map((one) => one.mppt),
      trackerKeys,
    ),
    parts(
      'str',
      readings.map((one) => one.str),
      stringKeys,
    ),
  ]
  /** Power from the modules is what trackers have together. */
  const together: Source | null =
    mppt.blocks === null
      ? null
      : {
          powers: readings.map((one) => (one.mppt ?? []).reduce((sum, { p }) => sum + (p ?? 0), 0)),
          voltages: readings.map(() => 1),
        }
  const own = {
    ts: always(readings.map(({ ts }, index) => ts - dayStart - step * index)),
    received: column(
      'received',
      readings.map(({ ts, received_at: at }) => at - ts),
    ),
    hist: always(readings.map(({ hist }) => Number(hist))),
    state: column(
      'state',
      readings.map(({ state }) => state),
    ),
    flags: column(
      'flags',
      readings.map(({ flags }) => flags),
    ),
    ...named(numberMetrics, (name) =>
      column(name, numbers[name], name === 'p_dc' ? together : sourceOf(name)),
    ),
    ...named(switchMetrics, (name) =>
      column(
        name,
        readings.map((one) => flag(one[name])),
      ),
    ),
  }
  const u = phases('u')
  const i = phases('i', u, 'u')
  const [al, raw] = [said('al'), said('raw')]
  return {
    readings: readings.length,
    step_ms: step,
    ...own,
    u,
    i,
    mppt_n: mppt.n,
    mppt: mppt.blocks,
    str_n: str.n,
    str: str.blocks,
    al_said: al.said,
    al_at: al.at,
    raw_said: raw.said,
    raw_at: raw.at,
    rest: Object.keys(rest).length === 0 ? null : JSON.stringify(rest),
    base: null,
  }
}
