import type { Inventory } from '#contract/mqtt/inventory.ts'
import type { Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import type { MeterReading } from './meter.ts'

export interface ReplayDevice {
  /** Serial of the inverter. */
  readonly sn: string
  /** null = not known. */
  readonly ratedW: number | null
  readonly brand?: string
  readonly model?: string
}

/** The inventory of a replaying gateway: one inverter. */
export function replayInventory(device: ReplayDevice, boot: string): Inventory {
  const { sn, ratedW: rated_w, brand, model } = device
  return { v: 1, boot, rev: 1, devices: [{ sn, t: 'inverter', brand, model, rated_w, mppt: 1, strings: 1 }] }
}

function item(reading: MeterReading, sn: string): TelemetryItem {
  const { ts, powerW, energyWh, counterWh } = reading
  // Where the file has a counter of its own, that one counts.
  const counter = counterWh === undefined ? energyWh : counterWh
  const producing = powerW !== null && powerW > 0
  return {
    sn,
    ts,
    // Nothing measured, nothing said: a null power has no state either.
    ...(powerW === null ? {} : { st: producing ? 'grid' : 'standby' }),
    m: { p: powerW, e_tot: counter === null ? null : Math.floor(counter) },
  }
}

/**
 * What a row says. One without a value says nothing: the counter of the row before, told again, would be a measured 0.
 */
const says = ({ powerW, counterWh }: MeterReading): boolean =>
  powerW !== null || (counterWh !== undefined && counterWh !== null)

/** Readings as telemetry messages of `perMessage` readings each, in order, `seq` from 1 within `boot`. */
export function replayMessages(
  all: readonly MeterReading[],
  options: { sn: string; boot: string; hist: boolean; perMessage: number },
): Telemetry[] {
  const { sn, boot, hist, perMessage } = options
  const readings = all.filter(says)
  return Array.from({ length: Math.ceil(readings.length / perMessage) }, (_, index) => {
    const d = readings.slice(index * perMessage, (index + 1) * perMessage).map((reading) => item(reading, sn))
    return { v: 1, boot, seq: index + 1, ts: d.at(-1)?.ts ?? 0, hist, d }
  })
}
