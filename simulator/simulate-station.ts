import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import type { StationSpec } from './station-spec.ts'
import {
  type SimulatedStation,
  simulateDevices,
  type SimulationOptions,
  type Wanted,
} from './simulated-station.ts'
import { batches } from '#gateway/batches.ts'

export interface SimulatedMessage {
  readonly gateway: string
  readonly message: Telemetry
}

/**
 * The telemetry of a whole station over a span, oldest first, as its gateways would have sent it: `seq` runs within
 * `boot`, `hist` is set. `from` is included, `to` is not; steps lie on multiples of `stepMs`.
 */
export function* simulateStation(
  spec: StationSpec,
  span: { fromTs: number; toTs: number; stepMs: number; boot?: string },
  options: SimulationOptions & Wanted,
): Generator<SimulatedMessage, SimulatedStation> {
  const station = simulateDevices(spec, options)
  const seqs = new Map<string, number>()
  for (let ts = Math.ceil(span.fromTs / span.stepMs) * span.stepMs; ts < span.toTs; ts += span.stepMs) {
    for (const { sn: gateway } of spec.gateways) {
      if (options.gateway !== undefined && options.gateway !== gateway) continue
      for (const d of batches(station.readingsAt(ts, { ...options, gateway }))) {
        const seq = (seqs.get(gateway) ?? 0) + 1
        seqs.set(gateway, seq)
        yield { gateway, message: { v: 1, boot: span.boot ?? 'history', seq, ts, hist: true, d } }
      }
    }
  }
  return station
}
