import type { reportedAlarmLevels } from '#contract/mqtt/alarm.ts'
import type { MappedValue } from '#contract/mqtt/edge-device.ts'
import type { Metrics, ReportedState } from '#contract/mqtt/telemetry.ts'
import type { DeviceControls } from './controls.ts'
import type { ReportedKind } from '#domain/devices/kinds.ts'

export type RawValue = number | string

/** What a device is, by its own words and its data sheet; null = it does not say. */
export type AboutDevice = {
  brand: string | null
  model: string | null
  /** Version of its software. */
  sw: string | null
  /** W */
  ratedW: number | null
  /** MPP trackers, and strings at all of them. */
  mppt: number | null
  strings: number | null
}

/** An alarm that holds while it is in a reading. */
export type DeviceAlarm = {
  /** Maker and the maker's own number, as on the wire: `sungrow.39`. */
  code: string
  lvl: (typeof reportedAlarmLevels)[number]
  /** What it was read from, by the maker's names. */
  ctx: Record<string, RawValue>
}

/** What a device said of itself at one time, with the names and units of the wire. */
export type DeviceReading = {
  /** As the maker prints it; null = the device says none. */
  sn: string | null
  t: ReportedKind
  /** What its owner calls it; of one without a serial it says which it is. */
  name?: string
  /**
   * When the device itself measured it, epoch ms by its own clock, where it says so. One with the same `ts` as before is
   * the same reading. Absent: when it was read.
   */
  ts?: number
  /** null = the device does not say its state. */
  st: ReportedState | null
  /** What was not measured is left out. */
  m: Metrics
  /** What has no metric yet, by the maker's names. */
  raw: Record<string, RawValue>
  about: AboutDevice
  /** null = what this device says tells nothing of alarms, or it could not be read this time: those known go on. */
  alarms: DeviceAlarm[] | null
  /** What it takes; null = nothing is known that may be written. */
  controls: DeviceControls | null
}

/** Who answered, and what was read. */
export type DeviceReport = {
  profile: string
  brand: string | null
  model: string | null
  readings: DeviceReading[]
  /** Of a mapping: each of its values, as the wire tells it. */
  mapped?: readonly MappedValue[]
  /** What could not be read beside the readings, as sentences without a dot. */
  notes?: readonly string[]
}
