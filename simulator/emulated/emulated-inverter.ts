import type { SimulatedStation } from '../simulated-station.ts'
import type { HouseSpec, InverterSpec } from '../station-spec.ts'
import {
  commonModel,
  controlPoints,
  controlsModel,
  type Controls,
  type Input,
  inputsModel,
  inverterModel,
  nameplateModel,
} from './inverter-chain.ts'
import type { EmulatedUnit } from './modbus-host.ts'
import { chainOf } from './register-words.ts'
import { meterModel, storageModel } from './storage-chain.ts'

/** Where a chain of SunSpec begins. */
const BASE = 40_000
const HEADER = 2
/** Of every model: its number and its length. */
const MODEL_HEAD = 2
const WHOLE = 10_000

type Item = ReturnType<SimulatedStation['readingsAt']>[number]
/** Volts of a battery between empty and full. No source: chosen. */
const BATTERY_V = 380

/** Trackers, of which the first counts for all, and the two sides of a battery. */
const inputsOf = ({ m }: Item, battery: Item | undefined): Input[] => [
  ...(m.mppt ?? []).map(({ n, u, i, p }, index) => ({
    name: `MPPT ${n}`,
    v: u ?? null,
    a: i ?? null,
    w: p ?? null,
    wh: index === 0 ? (m.e_pv ?? null) : null,
  })),
  ...(battery
    ? [
        sideOf('StCha', -(battery.m.p ?? 0), battery.m.e_chg ?? null),
        sideOf('StDisCha', battery.m.p ?? 0, battery.m.e_dis ?? null),
      ]
    : []),
]
const sideOf = (name: string, watts: number, wh: number | null): Input => {
  const w = Math.max(0, watts)
  return { name, v: BATTERY_V, a: w / BATTERY_V, w, wh }
}

const meterChain = (plate: HouseSpec['meter'], item: Item | undefined, unit: number): number[][] => {
  if (!item) return []
  const { p, f, u, e_in, e_out } = item.m
  const values = {
    powerW: p ?? 0,
    phaseV: (u ?? []).map((volts) => volts ?? 0),
    hertz: f ?? 0,
    importWh: e_in ?? 0,
    exportWh: e_out ?? 0,
  }
  return [commonModel(plate, unit), meterModel(values)]
}

/**
 * An inverter of a simulated station as a device on the network: it measures what the simulation says, obeys what is
 * written into model 123, and lifts a limit by itself when the time that came with it is over.
 */
export const emulatedInverter = (
  station: SimulatedStation,
  spec: InverterSpec,
  unit: number,
  now: () => number,
): EmulatedUnit => {
  const { sn } = spec
  const controls: Controls = { connected: true, limitPct: 100, limited: false, limitRevertsS: 0 }
  let revertsAt = Infinity
  const obey = (ts: number): void => {
    station.limit(sn, controls.limited ? controls.limitPct : 100, ts)
  }
  const revert = (ts: number): void => {
    if (ts < revertsAt) return
    revertsAt = Infinity
    controls.limited = false
    obey(ts)
  }
  // The meter hangs on the inverter whose battery it steers.
  const house = station.spec.gateways.find((one) => one.house?.battery?.inverter === sn)?.house
  const battery = house?.battery
  const head = [commonModel(spec, unit)]
  const modelsAt = (ts: number): number[][] => {
    revert(ts)
    const items = station.readingsAt(ts, { optimizers: false, shutdowns: false })
    const of = (wanted: string | undefined): Item | undefined => items.find((one) => one.sn === wanted)
    const item = of(sn)
    const storage = of(battery?.sn)
    return [
      ...head,
      inverterModel(spec, item ?? { m: {}, raw: {} }),
      nameplateModel(spec, storage !== undefined),
      controlsModel(controls),
      ...(item ? [inputsModel(inputsOf(item, storage))] : []),
      ...(battery && storage ? [storageModel(storage.m.soc ?? 0, storage.m.p ?? 0, battery.maxW)] : []),
      ...(house ? meterChain(house.meter, of(house.meter.sn), unit) : []),
    ]
  }
  /** The address of the first point of model 123. */
  const controlsAt = (ts: number): number => {
    const models = modelsAt(ts)
    const at = models.findIndex(([id]) => id === 123)
    return BASE + HEADER + models.slice(0, at).reduce((sum, words) => sum + words.length, 0) + MODEL_HEAD
  }
  return {
    unit,
    base: BASE,
    registers: () => chainOf(modelsAt(now())),
    write(address, value) {
      const ts = now()
      revert(ts)
      const point = address - controlsAt(ts)
      switch (point) {
        case controlPoints.connected:
          if (value > 1) return false
          controls.connected = value === 1
          station.turn(sn, controls.connected, ts)
          return true
        case controlPoints.limit:
          if (value > WHOLE) return false
          controls.limitPct = value / 100
          break
        case controlPoints.revert:
          controls.limitRevertsS = value
          break
        case controlPoints.limited:
          if (value > 1) return false
          controls.limited = value === 1
          break
        default:
          return false
      }
      // Its timer runs anew with each write.
      revertsAt =
        controls.limited && controls.limitRevertsS > 0 ? ts + controls.limitRevertsS * 1000 : Infinity
      obey(ts)
      return true
    },
  }
}
