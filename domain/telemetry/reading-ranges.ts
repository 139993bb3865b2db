import { flowsBothWays, isModuleLevel, lowestVolts, type DeviceKind } from '../devices/kinds.ts'
import { MAX_DEVICE_W, RATED_TOLERANCE } from './counter-rules.ts'
import {
  byName,
  metrics,
  numberMetrics,
  phasesMetrics,
  stringMetrics,
  stringNames,
  trackerMetrics,
  trackerNames,
  type DeviceLimits,
  type MetricRange,
  type NumberMetric,
  type PhasesMetric,
  type StringMetric,
  type TrackerMetric,
} from './metrics.ts'

export type DeviceFacts = { kind: DeviceKind; /** null = unknown */ ratedW: number | null }
/** Above this share of rated power nothing feeds in; of DC power a hybrid takes more, for its battery. No source: chosen. */
const POWER_TOLERANCE = RATED_TOLERANCE
const DC_TOLERANCE = 1.5
/** Of the modules of a hybrid: its battery takes what the grid side cannot. No source: chosen. */
const PV_TOLERANCE = 2
/** The rating that the modules of a hybrid are measured by, W, where `RATED_TOLERANCE` is added to it; null = unknown. */
export const pvRatedW = (ratedW: number | null): number | null =>
  ratedW === null ? null : (ratedW * PV_TOLERANCE) / RATED_TOLERANCE
/** An inverter draws a few watts at night; more than 5 % of its rated power (at least 100 W) it never does. No source: chosen. */
const drawW = (ratedW: number): number => Math.max(100, ratedW * 0.05)
/** Module-level electronics stay below 2 kW. No source: chosen. */
export const MAX_MODULE_W = 2000
/** By the names of the wire; those of trackers and strings apart. */
export type MetricRanges = Readonly<Record<NumberMetric | PhasesMetric, MetricRange>> & {
  readonly mppt: Readonly<Record<TrackerMetric, MetricRange>>
  readonly str: Readonly<Record<StringMetric, MetricRange>>
}

/** Ranges already made: a fleet has few kinds of devices, and each of its readings asks. */
const made = new Map<string, Map<number | null, MetricRanges>>()
const MOST_RATINGS = 1_000

/** The rating that readings are held against: what the counter has shown where that is more, W. */
export const ratedForReadings = (ratedW: number | null, shownW: number | null): number | null =>
  ratedW === null || shownW === null ? ratedW : Math.max(ratedW, shownW)

/** The range of every metric on one device. SI units. `hybrid`: a battery behind it is charged from the grid, too. */
export const metricRanges = ({ kind, ratedW }: DeviceFacts, hybrid = false): MetricRanges => {
  const key = hybrid ? `${kind} hybrid` : kind
  let ofKind = made.get(key)
  if (ofKind === undefined || ofKind.size > MOST_RATINGS) {
    ofKind = new Map()
    made.set(key, ofKind)
  }
  let ranges = ofKind.get(ratedW)
  if (ranges === undefined) {
    ranges = makeRanges(kind, ratedW, hybrid || flowsBothWays(kind))
    ofKind.set(ratedW, ranges)
  }
  return ranges
}

/** No source for the limits below: each is chosen beyond what devices are known to measure. */
const limitsOf = (kind: DeviceKind, ratedW: number | null, bothWays: boolean): DeviceLimits => {
  const module = isModuleLevel(kind)
  const rated = ratedW !== null && ratedW > 0 ? ratedW : module ? MAX_MODULE_W : MAX_DEVICE_W
  const dcW = rated * DC_TOLERANCE
  return {
    drawW: bothWays ? rated * POWER_TOLERANCE : drawW(rated),
    acW: rated * POWER_TOLERANCE,
    dcW,
    pvW: rated * PV_TOLERANCE,
    carriesA: Math.max(20, dcW / lowestVolts(kind)),
  }
}

const makeRanges = (kind: DeviceKind, ratedW: number | null, bothWays: boolean): MetricRanges => {
  const limits = limitsOf(kind, ratedW, bothWays)
  return {
    ...byName([...numberMetrics, ...phasesMetrics], (name) => metrics[name].range(limits)),
    mppt: byName(trackerNames, (name) => trackerMetrics[name].range(limits)),
    str: byName(stringNames, (name) => stringMetrics[name].range(limits)),
  }
}

export const inRange = (value: number, { min, max, orZero }: MetricRange): boolean =>
  (value >= min && value <= max) || (orZero === true && value === 0)
