import type { Metrics, ReportedState } from '#contract/mqtt/telemetry.ts'
import type { ReportedKind } from '#domain/devices/kinds.ts'

export type RawValue = number | string

/** What a device said of itself at one time, with the names and units of the wire. */
export type DeviceReading = {
  /** As the maker prints it; null = the device says none. */
  sn: string | null
  t: ReportedKind
  /** null = the device does not say its state. */
  st: ReportedState | null
  /** What was not measured is left out. */
  m: Metrics
  /** What has no metric yet, by the maker's names. */
  raw: Record<string, RawValue>
}

/** Who answered, and what was read. */
export type DeviceReport = {
  profile: string
  brand: string | null
  model: string | null
  readings: DeviceReading[]
}
