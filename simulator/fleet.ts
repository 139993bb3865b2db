import type { Checkpoint } from './energy-counters.ts'
import { emulateNetwork } from './emulated/emulated-network.ts'
import type { Fault } from './faults.ts'
import type { FleetData } from './fleet-file.ts'
import { createSimulatedGateway } from './simulated-gateway.ts'
import { type Flash, newFlash } from '#gateway/flash.ts'
import type { Gateway } from '#gateway/gateway.ts'
import { countersOf } from './simulated-house.ts'
import { type SimulatedStation, simulateDevices } from './simulated-station.ts'
import { installedW, invertersOf, type StationSpec } from './station-spec.ts'

export interface FleetOptions {
  readonly url: string
  readonly clockFactor?: number
  readonly upgradeFactor?: number
  readonly now?: () => number
  readonly random?: () => number
  readonly log?: (line: string) => void
  /** What gateways remember of another run, by serial. */
  readonly flashes?: ReadonlyMap<string, Flash>
}

export interface Fleet {
  readonly gateways: readonly Gateway[]
  /** What each remembers without power, by serial. */
  readonly flashes: ReadonlyMap<string, Flash>
  /** Settles when every gateway has tried to connect once and every device on the network answers. */
  readonly started: Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 1000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Gateways that connect at once when a fleet starts. */
const ABREAST = 50

/** Runs gateways until stopped. Gateways of one station share its sun, clouds and counters. */
export function startFleet(data: FleetData, options: FleetOptions): Fleet {
  const now = options.now ?? Date.now
  const stations = new Map<string, SimulatedStation>()
  for (const [key, spec] of data.stations) {
    const counters = data.counters[key] ?? plausibleCounters(spec, now())
    stations.set(key, simulateDevices(spec, { counters, faults: data.faults, gridMs: MINUTE_MS }))
  }
  refuseUnknownTargets(data)
  const flashes = new Map<string, Flash>()
  const gateways = data.gateways.flatMap(({ sn, secret, station: key }) => {
    const station = stations.get(key)
    if (!station) return []
    const faults = data.faults.filter((fault) => 'gateway' in fault && fault.gateway === sn)
    const firmwareKeys = data.firmwareKeys ?? []
    const flash = options.flashes?.get(sn) ?? flashOf(data.versions ?? {})
    flashes.set(sn, flash)
    return [createSimulatedGateway({ ...options, sn, secret, station, faults, firmwareKeys, flash })]
  })

  const network = emulateNetwork(data.edges ?? [], stations, now, options.log ?? (() => undefined))
  const busy = new Map<Gateway, Promise<void>>()
  const tick = (gateway: Gateway): Promise<void> => {
    // A gateway that still waits for the broker is late by itself and holds up no other.
    const current = busy.get(gateway)
    if (current) return current
    const turn = gateway
      .tick()
      .catch((error: unknown) => options.log?.(`${gateway.sn} ${String(error)}`))
      .finally(() => busy.delete(gateway))
    busy.set(gateway, turn)
    return turn
  }
  const start = async (): Promise<void> => {
    await network.started
    for (let at = 0; at < gateways.length; at += ABREAST)
      await Promise.all(gateways.slice(at, at + ABREAST).map(tick))
  }
  const started = start()
  const timer = setInterval(() => {
    for (const gateway of gateways) void tick(gateway)
  }, TICK_MS)
  return {
    gateways,
    flashes,
    started,
    async stop() {
      clearInterval(timer)
      await Promise.all(busy.values())
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await network.stop()
    },
  }
}

/** What a gateway knows of upgrades in another run of which no more was kept. */
function flashOf(versions: NonNullable<FleetData['versions']>): Flash {
  const flash = newFlash()
  for (const [sn, image] of Object.entries(versions))
    flash.slots.set(sn, { active: { ...image, size: 1, written: 1 }, other: null })
  return flash
}

/** Lifetime counters of a station that was never simulated: 3.4 equivalent hours a day since its grid connection. */
export function plausibleCounters(spec: StationSpec, ts: number): Checkpoint {
  const days = Math.max(1, Math.floor((ts - Date.parse(`${spec.gridConnectedOn}T00:00:00Z`)) / DAY_MS))
  const wh: Record<string, number> = {}
  for (const inverter of invertersOf(spec)) {
    const modules = inverter.strings.reduce((sum, string) => sum + string.modules, 0)
    wh[inverter.sn] = Math.round(modules * spec.module.ratedW * 3.4 * days)
    for (const string of inverter.strings)
      for (const part of string.optimizers ?? [])
        wh[part.sn] = Math.round(part.modules * spec.module.ratedW * 3.45 * days)
  }
  for (const { house } of spec.gateways)
    for (const { key, metric, sn } of house ? countersOf(house) : [])
      wh[key] =
        metric === 'e_pv'
          ? (wh[sn] ?? 0)
          : Math.round((house?.dailyKwh ?? 0) * houseShare[metric] * 1000 * days)
  return { ts, wh }
}

/** Of what a house uses in a day. No source: chosen. */
const houseShare = { e_in: 0.45, e_out: 0.8, e_chg: 0.4, e_dis: 0.38 }

function refuseUnknownTargets(data: FleetData): void {
  const serials = new Set<string>()
  for (const spec of data.stations.values()) {
    for (const gateway of spec.gateways) serials.add(gateway.sn)
    for (const inverter of invertersOf(spec)) {
      serials.add(inverter.sn)
      for (const string of inverter.strings)
        for (const part of [...(string.optimizers ?? []), ...(string.shutdowns ?? [])]) serials.add(part.sn)
    }
    if (installedW(spec) <= 0) throw new Error(`fleet: ${spec.key} has no modules`)
  }
  const unknown = data.faults.filter((fault) => !serials.has(target(fault)))
  if (unknown.length > 0)
    throw new Error(
      `fleet: faults on what is not there: ${unknown.map((f) => `${f.name} ${target(f)}`).join(', ')}`,
    )
}

function target(fault: Fault): string {
  if ('gateway' in fault) return fault.gateway
  if ('device' in fault) return fault.device
  return 'optimizer' in fault ? fault.optimizer : fault.inverter
}
