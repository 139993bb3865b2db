import type { DeviceKind } from '../devices/fields.ts'
import { MAX_DEVICE_W, RATED_TOLERANCE } from './counter-rules.ts'
import type { QualityFlag } from './reading-quality.ts'

/** What a device can possibly measure. Outside of it a value is kept and flagged, and enters no total. */

export type DeviceFacts = { kind: DeviceKind; /** null = unknown */ ratedW: number | null }
export type ScalarMetric =
  | 'p'
  | 'q'
  | 'f'
  | 't'
  | 'p_dc'
  | 'u_in'
  | 'i_in'
  | 'u_out'
  | 'i_out'
  | 'e_tot'
  | 'rssi'
  | 'irr'
export type ListMetric = 'u' | 'i' | 'mppt.u' | 'mppt.i' | 'mppt.p'
export type MetricRange = {
  min: number
  max: number
  flag: QualityFlag
  /** 0 is a value though below `min`. */ orZero?: true
}

/** Above this share of rated power nothing feeds in; of DC power a hybrid takes more, for its battery. No source: chosen. */
const POWER_TOLERANCE = RATED_TOLERANCE
const DC_TOLERANCE = 1.5
/** An inverter draws a few watts at night; more than 5 % of its rated power (at least 100 W) it never does. No source: chosen. */
const drawW = (ratedW: number): number => Math.max(100, ratedW * 0.05)
/** Module-level electronics stay below 2 kW and work from a few volts on; inverters from about 90 V. No source: chosen. */
export const MAX_MODULE_W = 2000
const lowestVolts = { gateway: 90, inverter: 90, optimizer: 8, shutdown: 8 } satisfies Record<
  DeviceKind,
  number
>
/** 5 MW for forty years of hours, rounded up. No source: chosen. */
const MAX_ENERGY_WH = 2e12

export type MetricRanges = Readonly<Record<ScalarMetric | ListMetric, MetricRange>>

/** Ranges already made: a fleet has few kinds of devices, and each of its readings asks. */
const made = new Map<DeviceKind, Map<number | null, MetricRanges>>()
const MOST_RATINGS = 1_000

/** The rating that readings are held against: what the counter has shown where that is more, W. */
export const ratedForReadings = (ratedW: number | null, shownW: number | null): number | null =>
  ratedW === null || shownW === null ? ratedW : Math.max(ratedW, shownW)

/** The range of every metric on one device. SI units. */
export const metricRanges = ({ kind, ratedW }: DeviceFacts): MetricRanges => {
  let ofKind = made.get(kind)
  if (ofKind === undefined || ofKind.size > MOST_RATINGS) {
    ofKind = new Map()
    made.set(kind, ofKind)
  }
  let ranges = ofKind.get(ratedW)
  if (ranges === undefined) {
    ranges = makeRanges(kind, ratedW)
    ofKind.set(ratedW, ranges)
  }
  return ranges
}

/** No source for the limits below: each is chosen beyond what devices are known to measure. */
const makeRanges = (kind: DeviceKind, ratedW: number | null): MetricRanges => {
  const module = kind === 'optimizer' || kind === 'shutdown'
  const rated = ratedW !== null && ratedW > 0 ? ratedW : module ? MAX_MODULE_W : MAX_DEVICE_W
  const maxW = rated * POWER_TOLERANCE
  const maxDcW = rated * DC_TOLERANCE
  const maxA = Math.max(20, maxDcW / lowestVolts[kind])
  const dcPower: MetricRange = { min: -drawW(rated), max: maxDcW, flag: 'dcPower' }
  const dcVoltage: MetricRange = { min: -10, max: 2000, flag: 'voltage' }
  const current: MetricRange = { min: -maxA, max: maxA, flag: 'current' }
  return {
    p: { min: -drawW(rated), max: maxW, flag: 'power' },
    q: { min: -maxDcW, max: maxDcW, flag: 'reactivePower' },
    // 0 is what an inverter shows that is not on the grid.
    f: { min: 40, max: 70, flag: 'frequency', orZero: true },
    t: { min: -60, max: 150, flag: 'temperature' },
    u: { min: 0, max: 1000, flag: 'voltage' },
    i: current,
    p_dc: dcPower,
    u_in: dcVoltage,
    i_in: current,
    u_out: dcVoltage,
    i_out: current,
    'mppt.u': dcVoltage,
    'mppt.i': current,
    'mppt.p': dcPower,
    e_tot: { min: 0, max: MAX_ENERGY_WH, flag: 'energy' },
    rssi: { min: -200, max: 300, flag: 'signal' },
    // A pyranometer shows a few W/m2 below zero at night; bright cloud edges reach 1.5 times the sun.
    irr: { min: -20, max: 2000, flag: 'irradiance' },
  }
}

export const inRange = (value: number, { min, max, orZero }: MetricRange): boolean =>
  (value >= min && value <= max) || (orZero === true && value === 0)
