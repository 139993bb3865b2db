import type { SimulatedStation } from '../simulated-station.ts'
import type { InverterSpec } from '../station-spec.ts'
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

/** Where a chain of SunSpec begins. */
const BASE = 40_000
const HEADER = 2
/** Of every model: its number and its length. */
const MODEL_HEAD = 2
const WHOLE = 10_000

const inputsOf = (item: ReturnType<SimulatedStation['readingsAt']>[number]): Input[] =>
  (item.m.mppt ?? []).map(({ n, u, i, p }) => ({
    name: `MPPT ${n}`,
    v: u ?? null,
    a: i ?? null,
    w: p ?? null,
    wh: null,
  }))

/**
 * An inverter of a simulated station as a device on the network: it measures what the simulation says, obeys what is
 * written into model 123, and lifts a limit by itself when the time that came with it is over.
 */
export const emulatedInverter = (
  station: SimulatedStation,
  spec: InverterSpec,
  unit: number,
  now: () => number,
  beside: (ts: number) => readonly (readonly number[])[] = () => [],
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
  const head = [commonModel(spec, unit)]
  const modelsAt = (ts: number): number[][] => {
    revert(ts)
    const item = station.readingsAt(ts, { optimizers: false, shutdowns: false }).find((one) => one.sn === sn)
    const silent = { m: {}, raw: {} }
    return [
      ...head,
      inverterModel(spec, item ?? silent),
      nameplateModel(spec, false),
      controlsModel(controls),
      ...(item ? [inputsModel(inputsOf(item))] : []),
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
    registers: () => {
      const ts = now()
      return chainOf([...modelsAt(ts), ...beside(ts)])
    },
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
