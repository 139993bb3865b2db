import type { DeviceFacts, ListMetric, MetricRange, MetricRanges, ScalarMetric } from './reading-ranges.ts'
import { inRange, metricRanges } from './reading-ranges.ts'
import type { ReadingTime, TimeFacts } from './reading-time.ts'
import { readingTime } from './reading-time.ts'
import { isSentinel, NO_VALUE } from './sentinels.ts'

/** Bits of a reading's `flags`. Stored with the reading: never renumber. */
export const qualityFlags = {
  /** The device's clock was wrong; the time is that of arrival. */
  clock: 1,
  /** A code for "no value" came where nothing should have come; it became null. */
  sentinel: 2,
  /** Something that is no finite number came; it became null. */
  unreadable: 4,
  /** Impossible for this device: stored as it came, kept out of totals. */
  power: 8,
  dcPower: 16,
  reactivePower: 32,
  voltage: 64,
  current: 128,
  frequency: 256,
  temperature: 512,
  energy: 1024,
  signal: 2048,
  irradiance: 4096,
  /** Power that stands still through the night: `power` is set beside it, so that nothing counts it. */
  still: 8192,
} as const
export type QualityFlag = keyof typeof qualityFlags

export const hasFlag = (flags: number, flag: QualityFlag): boolean => (flags & qualityFlags[flag]) !== 0
/** What is doubtful, each doubt once: power that stands still is set aside for that, not for being too much. */
export const flagsIn = (flags: number): QualityFlag[] =>
  (Object.keys(qualityFlags) as QualityFlag[]).filter(
    (flag) => hasFlag(flags, flag) && !(flag === 'power' && hasFlag(flags, 'still')),
  )
/** What a reading of power that stands still is marked with. */
export const STILL_FLAGS = qualityFlags.power | qualityFlags.still

/** What a device said, in the wire's own names; nothing is believed of the values. */
export type RawMetrics = { [key in ScalarMetric | 'u' | 'i' | 'mppt' | 'closed' | 'keepalive']?: unknown }
export type MpptValues = { n: number; u: number | null; i: number | null; p: number | null }
/** What is stored: W, var, Hz, °C, V, A, whole Wh, W/m2; null = not measured. */
export type CleanMetrics = Record<ScalarMetric, number | null> & {
  u: (number | null)[] | null
  i: (number | null)[] | null
  mppt: MpptValues[] | null
  closed: boolean | null
  keepalive: boolean | null
}

/** Doubles above this carry no exact digits any more; no device measures it. */
const MAX_NUMBER = 1e15

const asList = (value: unknown): unknown[] | null => (Array.isArray(value) && value.length > 0 ? value : null)
const asBoolean = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
const part = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

type Seen = { flags: number }

const cleanOdd = (
  metric: ScalarMetric | ListMetric,
  value: unknown,
  range: MetricRange,
  seen: Seen,
): number | null => {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && isSentinel(metric, value, range)) {
    seen.flags |= qualityFlags.sentinel
    return null
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > MAX_NUMBER) {
    seen.flags |= qualityFlags.unreadable
    return null
  }
  if (!inRange(value, range)) seen.flags |= qualityFlags[range.flag]
  return metric === 'e_tot' ? Math.floor(value) : value
}

/** Nearly all values are absent or plainly within their range (where no code for "no value" lies, but for counters). */
const clean = (
  metric: Exclude<ScalarMetric, 'e_tot'> | ListMetric,
  value: unknown,
  range: MetricRange,
  seen: Seen,
): number | null =>
  typeof value === 'number' && value >= range.min && value <= range.max && range.min > NO_VALUE
    ? value
    : value === undefined
      ? null
      : cleanOdd(metric, value, range, seen)

const cleanPhases = (metric: 'u' | 'i', value: unknown, range: MetricRange, seen: Seen) =>
  asList(value)?.map((one) => clean(metric, one, range, seen)) ?? null

const cleanTrackers = (value: unknown, ranges: MetricRanges, seen: Seen): MpptValues[] | null =>
  asList(value)?.flatMap((tracker): MpptValues[] => {
    const n = part(tracker, 'n')
    if (typeof n !== 'number' || !Number.isInteger(n) || n < 1) return []
    const u = clean('mppt.u', part(tracker, 'u'), ranges['mppt.u'], seen)
    const i = clean('mppt.i', part(tracker, 'i'), ranges['mppt.i'], seen)
    const p = clean('mppt.p', part(tracker, 'p'), ranges['mppt.p'], seen)
    return [{ n, u, i, p }]
  }) ?? null

/** Sorts the values of a reading into kept, flagged and unknown. */
export const cleanMetrics = (
  raw: RawMetrics,
  device: DeviceFacts,
): { metrics: CleanMetrics; flags: number } => {
  const ranges = metricRanges(device)
  const seen: Seen = { flags: 0 }
  const metrics: CleanMetrics = {
    p: clean('p', raw.p, ranges.p, seen),
    q: clean('q', raw.q, ranges.q, seen),
    f: clean('f', raw.f, ranges.f, seen),
    t: clean('t', raw.t, ranges.t, seen),
    p_dc: clean('p_dc', raw.p_dc, ranges.p_dc, seen),
    u_in: clean('u_in', raw.u_in, ranges.u_in, seen),
    i_in: clean('i_in', raw.i_in, ranges.i_in, seen),
    u_out: clean('u_out', raw.u_out, ranges.u_out, seen),
    i_out: clean('i_out', raw.i_out, ranges.i_out, seen),
    e_tot: cleanOdd('e_tot', raw.e_tot, ranges.e_tot, seen),
    rssi: clean('rssi', raw.rssi, ranges.rssi, seen),
    irr: clean('irr', raw.irr, ranges.irr, seen),
    u: cleanPhases('u', raw.u, ranges.u, seen),
    i: cleanPhases('i', raw.i, ranges.i, seen),
    mppt: cleanTrackers(raw.mppt, ranges, seen),
    closed: asBoolean(raw.closed),
    keepalive: asBoolean(raw.keepalive),
  }
  return { metrics, flags: seen.flags }
}

/** A stored reading's values, as they came. */
export type StoredMetrics = { [key in ScalarMetric | 'u' | 'i' | 'mppt']?: unknown }
/** What does not hang on the device's rated power. */
const LASTING = qualityFlags.clock | qualityFlags.sentinel | qualityFlags.unreadable

/** The flags of a stored reading by what is known of its device now. */
export const reassessFlags = (flags: number, stored: StoredMetrics, device: DeviceFacts): number =>
  (flags & LASTING) |
  (hasFlag(flags, 'still') ? STILL_FLAGS : 0) |
  (cleanMetrics(stored, device).flags & ~LASTING)

export type AssessedReading =
  | Extract<ReadingTime, { refused: string }>
  | { refused: null; ts: number; flags: number; metrics: CleanMetrics }

/** One raw reading: refused with a reason, or what to store and under which instant. */
export const assessReading = (raw: RawMetrics, device: DeviceFacts, time: TimeFacts): AssessedReading => {
  const when = readingTime(time)
  if (when.refused !== null) return when
  const { metrics, flags } = cleanMetrics(raw, device)
  return { refused: null, ts: when.ts, flags: flags | (when.clockWrong ? qualityFlags.clock : 0), metrics }
}

/** Power that counts as production, W: never negative (a few watts drawn at night are no production); null = unknown. */
export const productionW = (powerW: number | null, flags: number): number | null =>
  powerW === null || hasFlag(flags, 'power') ? null : Math.max(0, powerW)

/** The counter as the energy ledger may see it, Wh; null = unknown or impossible. */
export const countableWh = (eTotWh: number | null, flags: number): number | null =>
  hasFlag(flags, 'energy') ? null : eTotWh
