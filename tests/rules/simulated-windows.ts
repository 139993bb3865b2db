import { saidGenerationW } from '#domain/telemetry/generation.ts'
import { stateOf } from '#domain/telemetry/device-state.ts'
import { CLOCK_AHEAD_MS } from '#domain/telemetry/reading-time.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import type { RuleDevice, RuleReading, StationWindow } from '#domain/analyses/station-window.ts'
import { windowMs } from '#domain/analyses/station-window.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { hoursDue } from '#domain/analyses/daily-run.ts'
import { hourMeans } from './hour-means.ts'
import { activeFaults, type Fault } from '#simulator/faults.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { facesOfSpec } from '#simulator/station-faces.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import { invertersOf, type StationSpec } from '#simulator/station-spec.ts'

/** A simulated station as rules see it, step by step, without a server: what gateways send and the server stores. */

export const STEP_MS = 300_000

type Filled = Omit<RuleDevice, 'readings' | 'heardAt' | 'connected'> & {
  readings: RuleReading[]
  heardAt: number | null
  connected: boolean
}

/** Devices of a station; ids are serials, so that a report names them. */
const devicesOf = (spec: StationSpec): Filled[] =>
  spec.gateways.flatMap((gateway) => {
    const base = {
      readings: [],
      heardAt: null,
      connected: true,
      offSince: null,
      limitPct: null,
      model: '',
      stringNo: null,
      ratedW: null,
      size: null,
      plane: null,
    }
    const own = {
      ...base,
      id: gateway.sn,
      kind: 'gateway' as const,
      sn: gateway.sn,
      gatewayId: null,
      parentId: null,
    }
    return [
      own,
      ...gateway.inverters.flatMap((inverter): Filled[] => [
        {
          ...base,
          readings: [],
          id: inverter.sn,
          kind: 'inverter',
          sn: inverter.sn,
          model: inverter.model,
          gatewayId: gateway.sn,
          parentId: null,
          ratedW: inverter.ratedW,
        },
        ...inverter.strings.flatMap((string) =>
          (['optimizers', 'shutdowns'] as const).flatMap((kind) =>
            (string[kind] ?? []).map((part): Filled => ({
              ...base,
              readings: [],
              id: part.sn,
              kind: kind === 'optimizers' ? 'optimizer' : 'shutdown',
              sn: part.sn,
              gatewayId: gateway.sn,
              parentId: inverter.sn,
              stringNo: string.n,
              size: kind === 'optimizers' ? part.modules : null,
            })),
          ),
        ),
      ]),
    ]
  })

const readingOf = (
  { ts, st, raw, m }: TelemetryItem,
  kind: RuleDevice['kind'],
  skewMs: number,
): RuleReading => ({
  ts: ts ?? 0,
  // Steadily wrong by an hour: with the third report the server no longer believes it.
  flags: skewMs > CLOCK_AHEAD_MS || skewMs < -CLOCK_AHEAD_MS ? qualityFlags.clock : 0,
  state: stateOf(st ?? null, raw ?? null, kind),
  p: saidGenerationW({ acW: m.p ?? null, pvW: m.p_pv ?? null, pvWh: m.e_pv ?? null }),
  pDc: m.p_dc ?? null,
  f: m.f ?? null,
  t: m.t ?? null,
  u: m.u ?? null,
  eTot: m.e_tot ?? null,
  ePv: m.e_pv ?? null,
  closed: m.closed ?? null,
  keepalive: m.keepalive ?? null,
  mppt: m.mppt?.map(({ n, i, p }) => ({ n, i: i ?? null, p: p ?? null })) ?? null,
  raw: raw ?? null,
})

export type WindowOptions = {
  fromTs: number
  toTs: number
  faults: readonly Fault[]
  /** Another sky over the same station. */
  seed: number
  /** Whether somebody entered which string ends on which tracker. */
  stringsEntered: boolean
}

/** The windows of every five minutes, oldest first; the same object, filled anew. */
export function* stationWindows(spec: StationSpec, options: WindowOptions): Generator<StationWindow> {
  const { fromTs, toTs, faults, seed, stringsEntered } = options
  const station = simulateDevices(spec, { faults, seed, counters: plausibleCounters(spec, fromTs) })
  const devices = devicesOf(spec)
  const bySn = new Map(devices.map((device) => [device.sn, device]))
  const reportMs = spec.reportMin * 60_000
  const keep = windowMs(spec.reportMin)
  const frame = {
    position: { latitude: spec.latitude, longitude: spec.longitude },
    faces: facesOfSpec(spec),
    country: spec.country,
    reportMin: spec.reportMin,
    listeningSince: fromTs,
    strings: invertersOf(spec).flatMap((inverter) =>
      inverter.strings.map(({ n, mppt, modules }) => ({
        inverterId: inverter.sn,
        no: n,
        mpptNo: stringsEntered ? mppt : null,
        capacityW: stringsEntered ? modules * spec.module.ratedW : null,
      })),
    ),
  }
  const hours = hourMeans()
  for (let at = fromTs; at < toTs; at += STEP_MS) {
    if (at % reportMs === 0)
      for (const { sn } of spec.gateways) {
        const gateway = bySn.get(sn)
        if (gateway === undefined) continue
        gateway.connected = !activeFaults(faults, 'gateway-link-lost', at).some((one) => one.gateway === sn)
        // What is sent afterwards is back-filled: stored, and no word about now.
        if (!gateway.connected) continue
        gateway.heardAt = at
        const skewMs =
          activeFaults(faults, 'gateway-clock-skew', at).find((one) => one.gateway === sn)?.skewMs ?? 0
        for (const item of station.readingsAt(at, { gateway: sn })) {
          const device = bySn.get(item.sn)
          if (device === undefined) continue
          device.heardAt = at
          const reading = readingOf(item, device.kind, skewMs)
          device.readings.push(reading)
          hours.add(device.id, reading)
        }
      }
    for (const device of devices) {
      const first = device.readings.findIndex(({ ts }) => ts > at - keep)
      if (first > 0) device.readings.splice(0, first)
      else if (first < 0) device.readings.length = 0
    }
    const due = hoursDue(at - STEP_MS, at, spec.longitude)
    yield { ...frame, at, devices, hours: due === null ? null : hours.between(due) }
  }
}
