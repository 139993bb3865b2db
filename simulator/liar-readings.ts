import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { activeFaults, type Fault } from './faults.ts'

/** Readings of devices that belong to somebody else, while the fault is on. */
export const liarReadings = (faults: readonly Fault[], ts: number): TelemetryItem[] =>
  activeFaults(faults, 'liar-serial', ts).map((fault): TelemetryItem => ({
    sn: fault.serial,
    ts,
    st: 'grid',
    m: { p: 4321, e_tot: 987_654 },
  }))
