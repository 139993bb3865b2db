// A gateway of the simulated fleet on a roof that is being built: 60 modules in 3 strings behind one inverter. Its
// optimizers are reached by radio, so it can name them, but not where they hang.
import { createSimulatedGateway } from '#simulator/simulated-gateway.ts'
import type { Gateway } from '#gateway/gateway.ts'
import { type Flash, newFlash } from '#gateway/flash.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import type { StationSpec } from '#simulator/station-spec.ts'
import type { World } from './world-process.ts'

export type Roof = {
  gateway: { sn: string; secret: string }
  inverter: string
  /** In the order in which they hang: 20 to a string. */
  optimizers: readonly string[]
}

const PER_STRING = 20
/** A reporting interval of 5 minutes passes in 3 seconds. */
const CLOCK = 100
const TICK_MS = 250
const HOUR_MS = 3_600_000

const specOf = (roof: Roof, wired: boolean, now: number): StationSpec => ({
  key: `roof-${roof.gateway.sn}`,
  name: 'Roof',
  type: 'residential',
  latitude: -33.9,
  // The sun of the simulation stands at noon whenever the test is run.
  longitude: 180 - ((now % (24 * HOUR_MS)) / HOUR_MS) * 15,
  timeZone: 'Africa/Johannesburg',
  address: '',
  region: '',
  country: 'ZA',
  tiltDeg: 20,
  azimuthDeg: 0,
  gridConnectedOn: '2026-01-01',
  reportMin: 5,
  mains: { volts: 230, hertz: 50 },
  climate: { meanC: 17, seasonC: 5, diurnalC: 4, cloudiness: 0.05 },
  module: {
    brand: 'LONGi',
    model: 'LR4-72HPH-450M',
    ratedW: 450,
    vmpV: 41.5,
    gammaPerC: -0.0035,
    betaPerC: -0.0027,
  },
  gateways: [
    {
      sn: roof.gateway.sn,
      model: 'EMU-2',
      sw: '2.1.7',
      hw: 'B',
      soc: '1.4',
      net: { mode: '4g', csq: 24 },
      inverters: [
        {
          sn: roof.inverter,
          brand: 'SolarEdge',
          model: 'SE27.6K',
          sw: '4.21.23',
          ratedW: 27_600,
          phases: 3,
          mppts: 1,
          efficiency: 0.983,
          strings: [1, 2, 3].map((n) => ({
            n,
            mppt: 1,
            modules: PER_STRING,
            eastM: 0,
            northM: n * 5,
            ...(wired && {
              optimizers: roof.optimizers
                .slice((n - 1) * PER_STRING, n * PER_STRING)
                .map((sn, at) => ({ sn, pos: at + 1, modules: 1 as const, model: 'P500', sw: '1.0.9' })),
            }),
          })),
        },
      ],
    },
  ],
})

export type RoofGateway = {
  gateway: Gateway
  /** From now on its reports hold what the optimizers measure; before, it asks them only when told to. */
  reportOptimizers: () => void
  stop: () => Promise<void>
}

/**
 * `wired`: the strings are plugged in, and the gateway finds their optimizers. `flash`: what it remembers from before it
 * lost its power.
 */
export const startRoofGateway = (
  world: World,
  roof: Roof,
  wired: boolean,
  flash: Flash = newFlash(),
): RoofGateway => {
  const spec = specOf(roof, wired, Date.now())
  const station = simulateDevices(spec, { counters: plausibleCounters(spec, Date.now()), gridMs: 60_000 })
  let all = false
  let reporting = false
  const gateway = createSimulatedGateway({
    url: `mqtt://127.0.0.1:${world.mqttPort}`,
    ...roof.gateway,
    clockFactor: CLOCK,
    flash,
    firmwareKeys: [{ id: world.firmware.id, publicKey: world.firmware.publicKey }],
    station: {
      ...station,
      inventory: (sn) => station.inventory(sn).map(({ string: _string, pos: _pos, ...device }) => device),
      readingsAt: (ts, wanted) =>
        station.readingsAt(ts, reporting && !all ? { ...wanted, optimizers: false } : wanted),
    },
  })
  let turn: Promise<void> | null = null
  const timer = setInterval(() => {
    if (turn) return
    reporting = true
    turn = gateway.tick().finally(() => {
      turn = null
      reporting = false
    })
  }, TICK_MS)
  return {
    gateway,
    reportOptimizers: () => (all = true),
    stop: async () => {
      clearInterval(timer)
      await turn
      await gateway.stop()
    },
  }
}
