import { givesPower } from '#domain/devices/kinds.ts'
import { stateAt } from '#domain/telemetry/device-state.ts'
import { generationW } from '#domain/telemetry/generation.ts'
import {
  heardCell,
  heatToleranceMs,
  silentCell,
  type HeatCell,
  type HeatMetric,
} from '#domain/telemetry/heat.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { stateNow } from '../devices/device-state-now.ts'
import type { DeviceNow } from '../devices/device-store.ts'

const measured = (row: DeviceNow, metric: HeatMetric): number | null => {
  const flags = row.flags ?? 0
  if (metric === 'power') return generationW({ acW: row.p, pvW: row.p_pv, pvWh: row.e_pv }, flags)
  if (metric === 'voltage') return hasFlag(flags, 'voltage') ? null : (row.u_in ?? row.mppt?.[0]?.u ?? null)
  return hasFlag(flags, 'temperature') ? null : row.t
}

/** Its newest reading is one of now. A device that sends, with a clock that is late, is heard all the same. */
export const isFresh = (row: DeviceNow, now: number): boolean => {
  const toleranceMs = heatToleranceMs(row.report_min)
  return (
    row.ts !== null &&
    row.received_at !== null &&
    (now - row.ts <= toleranceMs || now - row.received_at <= toleranceMs)
  )
}

/** A device now, from its newest live reading. */
export const cellNow = (row: DeviceNow, metric: HeatMetric, now: number): HeatCell => {
  const { state } = stateNow(row, now)
  if (row.ts === null || row.received_at === null) return silentCell(metric, null, false)
  // What gives no power has no 0 W to be known either.
  const asleep = state === 'standby' && (metric !== 'power' || givesPower(row.kind))
  if (!isFresh(row, now)) return silentCell(metric, row.ts, asleep)
  const reading = { ts: row.ts, state: stateAt(row.state), closed: row.closed, value: measured(row, metric) }
  return heardCell(metric, reading)
}
