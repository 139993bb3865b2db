import {
  metrics as catalogue,
  numberMetrics,
  phasesMetrics,
  switchMetrics,
  type ListMetric,
  type MetricRange,
  type NumberMetric,
  type PhasesMetric,
  type SwitchMetric,
} from './metrics.ts'
import { isHybrid } from './generation.ts'
import { hasFlag, qualityFlags, STILL_FLAGS } from './quality-flags.ts'
import { inRange, metricRanges, type DeviceFacts, type MetricRanges } from './reading-ranges.ts'
import { isSentinel, NO_VALUE } from './sentinels.ts'

/** What a device said, in the wire's own names; nothing is believed of the values. */
export type RawMetrics = { [key in keyof typeof catalogue | ListMetric | 'al']?: unknown }
export type MpptValues = { n: number; u: number | null; i: number | null; p: number | null }
export type StringValues = { n: number; i: number | null }
/** What is stored, in the units of the catalogue, counters in whole ones; null = not measured. */
export type CleanMetrics = Record<NumberMetric, number | null> &
  Record<PhasesMetric, (number | null)[] | null> &
  Record<SwitchMetric, boolean | null> & {
    mppt: MpptValues[] | null
    str: StringValues[] | null
    /** Alarm words as the device said them; empty = none of them is set. */
    al: number[] | null
  }

/** The same of which only what was said is there. */
export type SaidMetrics = { readonly [Name in keyof CleanMetrics]?: CleanMetrics[Name] | undefined }

/** Doubles above this carry no exact digits any more; no device measures it. */
const MAX_NUMBER = 1e15

const asList = (value: unknown): unknown[] | null => (Array.isArray(value) && value.length > 0 ? value : null)
const asBoolean = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const part = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

type Seen = { flags: number }

const cleanOdd = (value: unknown, range: MetricRange, counter: boolean, seen: Seen): number | null => {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && isSentinel(value, range, counter)) {
    seen.flags |= qualityFlags.sentinel
    return null
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > MAX_NUMBER) {
    seen.flags |= qualityFlags.unreadable
    return null
  }
  if (!inRange(value, range)) seen.flags |= qualityFlags[range.flag]
  return counter ? Math.floor(value) : value
}

/** Nearly all values are absent or plainly within their range (where no code for "no value" lies, but for counters). */
const clean = (value: unknown, range: MetricRange, seen: Seen): number | null =>
  typeof value === 'number' && value >= range.min && value <= range.max && range.min > NO_VALUE
    ? value
    : value === undefined
      ? null
      : cleanOdd(value, range, false, seen)

const numberIn = (value: unknown): number | null => {
  const n = part(value, 'n')
  return typeof n === 'number' && Number.isInteger(n) && n >= 1 ? n : null
}

const cleanTrackers = (value: unknown, ranges: MetricRanges['mppt'], seen: Seen): MpptValues[] | null =>
  asList(value)?.flatMap((tracker): MpptValues[] => {
    const n = numberIn(tracker)
    if (n === null) return []
    const u = clean(part(tracker, 'u'), ranges.u, seen)
    const i = clean(part(tracker, 'i'), ranges.i, seen)
    const p = clean(part(tracker, 'p'), ranges.p, seen)
    return [{ n, u, i, p }]
  }) ?? null

const cleanStrings = (value: unknown, ranges: MetricRanges['str'], seen: Seen): StringValues[] | null =>
  asList(value)?.flatMap((one): StringValues[] => {
    const n = numberIn(one)
    return n === null ? [] : [{ n, i: clean(part(one, 'i'), ranges.i, seen) }]
  }) ?? null

const isWord = (word: unknown): word is number =>
  typeof word === 'number' && Number.isSafeInteger(word) && word >= 0
const cleanWords = (value: unknown): number[] | null => (Array.isArray(value) ? value.filter(isWord) : null)

const pvCounterRange = metricRanges({ kind: 'inverter', ratedW: null }).e_pv
/** A reading that says nothing: a copy of it has room for all it may say, as a list of values that grows has not. */
const silent = Object.fromEntries(
  [...numberMetrics, ...phasesMetrics, ...switchMetrics, 'mppt', 'str', 'al'].map((name) => [name, null]),
) as CleanMetrics

type Cleaner = (metrics: CleanMetrics, value: unknown, ranges: MetricRanges, seen: Seen) => void
const numberCleaner =
  (name: NumberMetric): Cleaner =>
  (metrics, value, ranges, seen) => {
    metrics[name] =
      catalogue[name].column === 'double'
        ? cleanOdd(value, ranges[name], true, seen)
        : clean(value, ranges[name], seen)
  }
const phasesCleaner =
  (name: PhasesMetric): Cleaner =>
  (metrics, value, ranges, seen) => {
    metrics[name] = asList(value)?.map((one) => clean(one, ranges[name], seen)) ?? null
  }
const switchCleaner =
  (name: SwitchMetric): Cleaner =>
  (metrics, value) => {
    metrics[name] = asBoolean(value)
  }
/** What is done with each of the values that a reading may say; most readings say few. */
const cleaners: ReadonlyMap<string, Cleaner> = new Map<string, Cleaner>([
  ...numberMetrics.map((name) => [name, numberCleaner(name)] as const),
  ...phasesMetrics.map((name) => [name, phasesCleaner(name)] as const),
  ...switchMetrics.map((name) => [name, switchCleaner(name)] as const),
  ['mppt', (metrics, value, ranges, seen) => void (metrics.mppt = cleanTrackers(value, ranges.mppt, seen))],
  ['str', (metrics, value, ranges, seen) => void (metrics.str = cleanStrings(value, ranges.str, seen))],
  ['al', (metrics, value) => void (metrics.al = cleanWords(value))],
])

const rangesFor = (raw: RawMetrics, device: DeviceFacts): MetricRanges =>
  metricRanges(
    device,
    // Most devices say nothing of it.
    (raw.p_pv !== undefined || raw.e_pv !== undefined) &&
      isHybrid({ pvW: asNumber(raw.p_pv), pvWh: asNumber(raw.e_pv) }),
  )

/** Sorts the values of a reading into kept, flagged and unknown. */
export const cleanMetrics = (
  raw: RawMetrics,
  device: DeviceFacts,
): { metrics: CleanMetrics; flags: number } => {
  const ranges = rangesFor(raw, device)
  const seen: Seen = { flags: 0 }
  const metrics = { ...silent }
  for (const name in raw) cleaners.get(name)?.(metrics, raw[name as keyof RawMetrics], ranges, seen)
  return { metrics, flags: seen.flags }
}

/** Whether a value is stored as it came, without a flag. It only ever says yes or "clean it". */
type Check = (value: unknown, ranges: MetricRanges) => boolean
const isPlain = (value: unknown, { min, max }: MetricRange): boolean =>
  value === null || (typeof value === 'number' && value >= min && value <= max && min > NO_VALUE)
const isPlainCount = (value: unknown, range: MetricRange): boolean =>
  value === null ||
  (isPlain(value, range) && Number.isInteger(value) && !isSentinel(value as number, range, true))
const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  value === null || (asList(value)?.every(isOne) ?? false)
/** A numbered part that says so many things, and nothing besides. */
const isPartOf = (one: unknown, things: number): one is object =>
  numberIn(one) !== null && Object.keys(one as object).length === 1 + things

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...numberMetrics.map((name): [string, Check] => [
    name,
    catalogue[name].column === 'double'
      ? (value, ranges) => isPlainCount(value, ranges[name])
      : (value, ranges) => isPlain(value, ranges[name]),
  ]),
  ...phasesMetrics.map((name): [string, Check] => [
    name,
    (value, ranges) => isListOf(value, (one) => isPlain(one, ranges[name])),
  ]),
  ...switchMetrics.map((name): [string, Check] => [
    name,
    (value) => value === null || typeof value === 'boolean',
  ]),
  [
    'mppt',
    (value, { mppt }) =>
      isListOf(
        value,
        (one) =>
          isPartOf(one, 3) &&
          isPlain(part(one, 'u'), mppt.u) &&
          isPlain(part(one, 'i'), mppt.i) &&
          isPlain(part(one, 'p'), mppt.p),
      ),
  ],
  ['str', (value, { str }) => isListOf(value, (one) => isPartOf(one, 1) && isPlain(part(one, 'i'), str.i))],
  ['al', (value) => value === null || (Array.isArray(value) && value.every(isWord))],
])

const isStoredAsItCame = (raw: RawMetrics, ranges: MetricRanges): raw is SaidMetrics => {
  for (const name in raw) if (checks.get(name)?.(raw[name as keyof RawMetrics], ranges) !== true) return false
  return true
}

/** `cleanMetrics`, but what is stored as it came is not copied: nearly every reading is. */
export const storedMetrics = (
  raw: RawMetrics,
  device: DeviceFacts,
): { metrics: SaidMetrics; flags: number } =>
  isStoredAsItCame(raw, rangesFor(raw, device)) ? { metrics: raw, flags: 0 } : cleanMetrics(raw, device)

/** A stored reading's values, as they came. */
export type StoredMetrics = { [key in NumberMetric | PhasesMetric | ListMetric]?: unknown }
/** What does not hang on the device's rated power. */
const LASTING = qualityFlags.clock | qualityFlags.sentinel | qualityFlags.unreadable

/** The flags of a stored reading by what is known of its device now. */
export const reassessFlags = (flags: number, stored: StoredMetrics, device: DeviceFacts): number =>
  (flags & LASTING) |
  (hasFlag(flags, 'still') ? STILL_FLAGS : 0) |
  (storedMetrics(stored, device).flags & ~LASTING)

/** The counter of a hybrid's modules as the energy ledger may see it, Wh; null = unknown or impossible. */
export const pvCountableWh = (ePvWh: number | null): number | null =>
  ePvWh !== null && inRange(ePvWh, pvCounterRange) ? ePvWh : null

/** The counter as the energy ledger may see it, Wh; null = unknown or impossible. */
export const countableWh = (eTotWh: number | null, flags: number): number | null =>
  hasFlag(flags, 'energy') ? null : eTotWh
