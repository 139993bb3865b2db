import type { Inventory } from '#contract/mqtt/inventory.ts'
import type { Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import type { MeterReading } from './meter.ts'

export interface ReplayDevice {
  /** Serial of the inverter. */
  readonly sn: string
  readonly ratedW: number
  readonly brand?: string
  readonly model?: string
}

/** The inventory of a replaying gateway: one inverter. */
export function replayInventory(device: ReplayDevice, boot: string): Inventory {
  const { sn, ratedW: rated_w, brand, model } = device
  return { v: 1, boot, rev: 1, devices: [{ sn, t: 'inverter', brand, model, rated_w, mppt: 1, strings: 1 }] }
}

function item(reading: MeterReading, sn: string): TelemetryItem {
  const { ts, powerW, energyWh } = reading
  const producing = powerW !== null && powerW > 0
  return {
    sn,
    ts,
    // Nothing measured, nothing said: a null power has no state either.
    ...(powerW === null ? {} : { st: producing ? 'grid' : 'standby' }),
    m: { p: powerW, e_tot: Math.floor(energyWh) },
  }
}

/** Readings as telemetry messages of `perMessage` readings each, in order, `seq` from 1 within `boot`. */
export function replayMessages(
  readings: readonly MeterReading[],
  options: { sn: string; boot: string; hist: boolean; perMessage: number },
): Telemetry[] {
  const { sn, boot, hist, perMessage } = options
  return Array.from({ length: Math.ceil(readings.length / perMessage) }, (_, index) => {
    const d = readings.slice(index * perMessage, (index + 1) * perMessage).map((reading) => item(reading, sn))
    return { v: 1, boot, seq: index + 1, ts: d.at(-1)?.ts ?? 0, hist, d }
  })
}
