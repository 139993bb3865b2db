import { ARRAY_LOSSES } from '#domain/stations/clear-sky.ts'
import { activeFaults, type Fault, type FaultName } from './faults.ts'
import type { Layout } from './layout.ts'
import { convert, standbyW } from './physics/inverter.ts'
import { fieldFaults, fieldShare, quietLimit } from './field-losses.ts'
import { lightAt } from './physics/light.ts'
import { modulePower, moduleTemperature } from './physics/module.ts'
import { type Sky, skyAt } from './physics/sky.ts'
import type { StationSpec } from './station-spec.ts'
import { switchboard, type Switches } from './switches.ts'

/** Share of its input that leaves an optimizer. */
const OPTIMIZER_EFFICIENCY = 0.985
/** Share of the modules' power that reaches the inverter. Dust and mismatch vary and are reckoned on their own. */
const { wiring, connections, lightInduced, nameplate } = ARRAY_LOSSES
const REACHES_INVERTER = (1 - wiring) * (1 - connections) * (1 - lightInduced) * (1 - nameplate)

/** Everything electrical at one instant. Arrays are indexed as in the layout; watts, W/m², °C. */
export interface Moment {
  readonly ts: number
  readonly sky: Sky
  /** Height of the sun over the horizon, degrees. */
  readonly elevationDeg: number
  /** False while no module receives anything worth computing. */
  readonly lit: boolean
  readonly stringIrradiance: Float64Array
  readonly stringCellC: Float64Array
  /** Power a string has on offer, and the share of it that is really taken (below 1 while limited). */
  readonly stringW: Float64Array
  readonly optimizerIrradiance: Float64Array
  readonly optimizerCellC: Float64Array
  /** Output of each optimizer as its inverter takes it. */
  readonly optimizerW: Float64Array
  readonly inverterDcW: Float64Array
  readonly inverterAcW: Float64Array
  readonly inverterTaken: Float64Array
  readonly tripped: readonly boolean[]
  readonly throttled: readonly boolean[]
  /** Voltage of the mains at each inverter as a share of what it should be; away from 1 it is parted from them. */
  readonly mains: readonly number[]
  /** Switched off by command: inverters, and shutdown devices (whose modules then give nothing). */
  readonly off: readonly boolean[]
  readonly opened: readonly boolean[]
  /** Optimizers that were switched off. */
  readonly disabled: readonly boolean[]
}

/**
 * The state of a station at any time: a pure function of its data, the faults and the time. What does not change is
 * prepared once; at night there is nothing to compute but the inverters' own consumption.
 */
export function moments(
  spec: StationSpec,
  layout: Layout,
  faults: readonly Fault[],
  seed: number,
  switches: Switches = switchboard(),
): (ts: number) => Moment {
  const { strings, optimizers, inverters, shutdowns } = layout
  const perString = (): Float64Array => new Float64Array(strings.length)
  const perOptimizer = (): Float64Array => new Float64Array(optimizers.length)
  const perInverter = (): Float64Array => new Float64Array(inverters.length)
  const none = { strings: perString(), optimizers: perOptimizer(), inverters: perInverter() }
  const asleep = Float64Array.from(inverters, ({ spec: own }) => -standbyW(own.ratedW))
  const healthy = inverters.map(() => false)
  const steady = inverters.map(() => 1)
  const closed = shutdowns.map(() => false)
  const enabled = optimizers.map(() => false)
  const active = <N extends FaultName>(name: N): ((ts: number) => ReturnType<typeof activeFaults<N>>) => {
    const some = faults.some((fault) => fault.name === name)
    return (ts) => (some ? activeFaults(faults, name, ts) : [])
  }
  const lossy = faults.filter(({ name }) => fieldFaults.has(name))
  const [lostAt, overAt] = [active('grid-lost'), active('grid-overvoltage')]
  const mainsAt = (ts: number): readonly number[] => {
    const [lost, over] = [lostAt(ts), overAt(ts)]
    if (lost.length + over.length === 0) return steady
    return inverters.map(({ gateway }) =>
      lost.some((f) => f.gateway === gateway) ? 0 : (over.find((f) => f.gateway === gateway)?.share ?? 1),
    )
  }
  const [blownAt, shadedAt, tripsAt, hotAt] = [
    active('string-fuse'),
    active('shaded-optimizer'),
    active('inverter-trip'),
    active('over-temperature'),
  ]

  return (ts) => {
    const sky = skyAt(seed, spec.climate, spec.latitude, spec.longitude, ts)
    const light = lightAt(spec.latitude, spec.longitude, ts, layout.planes)
    const { elevationDeg, lit } = light
    const trips = tripsAt(ts)
    const tripped =
      trips.length === 0
        ? healthy
        : inverters.map(({ spec: own }) => trips.some((f) => f.inverter === own.sn))
    const mains = mainsAt(ts)
    const off = switches.untouched ? healthy : inverters.map(({ spec: own }) => switches.isOff(own.sn, ts))
    const opened = switches.untouched ? closed : shutdowns.map(({ sn }) => switches.isOff(sn, ts))
    const disabled = switches.untouched ? enabled : optimizers.map(({ sn }) => switches.isOff(sn, ts))
    if (!lit) {
      return {
        ts,
        sky,
        elevationDeg,
        lit,
        stringIrradiance: none.strings,
        stringCellC: none.strings,
        stringW: none.strings,
        optimizerIrradiance: none.optimizers,
        optimizerCellC: none.optimizers,
        optimizerW: none.optimizers,
        inverterDcW: none.inverters,
        inverterAcW: mains === steady ? asleep : asleep.map((w, index) => (mains[index] === 0 ? 0 : w)),
        inverterTaken: none.inverters,
        tripped,
        throttled: healthy,
        mains,
        off,
        opened,
        disabled,
      }
    }

    const [stringIrradiance, stringCellC, stringW] = [perString(), perString(), perString()]
    const [optimizerIrradiance, optimizerCellC, optimizerW] = [perOptimizer(), perOptimizer(), perOptimizer()]
    const [inverterDcW, inverterAcW, inverterTaken] = [perInverter(), perInverter(), perInverter()]
    const blown = blownAt(ts)
    const fields = lossy.length === 0 ? null : inverters.map((unit) => fieldShare(lossy, unit, ts))
    const shaded = shadedAt(ts)
    const reaches = (1 - sky.soiling) * REACHES_INVERTER

    for (let index = 0; index < strings.length; index++) {
      const string = strings[index]
      if (!string) continue
      const fuse = blown.some(
        (f) => f.inverter === inverters[string.inverter]?.spec.sn && f.string === string.spec.n,
      )
      const received = light.inPlane(string.plane, sky.clearness(string.eastM, string.northM))
      const cellC = moduleTemperature(received, sky.airC, sky.windMs)
      stringIrradiance[index] = received
      stringCellC[index] = cellC
      if (string.optimizers.length === 0) {
        const watts =
          modulePower(spec.module, received, cellC) * string.spec.modules * string.factor * reaches
        stringW[index] = fuse ? 0 : watts
        continue
      }
      let sum = 0
      for (const at of string.optimizers) {
        const part = optimizers[at]
        if (!part) continue
        const shade = shaded.length === 0 ? 1 : (shaded.find((f) => f.optimizer === part.sn)?.light ?? 1)
        const own = light.inPlane(string.plane, sky.clearness(part.eastM, part.northM)) * shade
        const ownC = moduleTemperature(own, sky.airC, sky.windMs)
        const watts = modulePower(spec.module, own, ownC) * part.modules * part.factor * reaches
        const output = fuse || disabled[at] === true ? 0 : watts * OPTIMIZER_EFFICIENCY
        optimizerIrradiance[at] = own
        optimizerCellC[at] = ownC
        optimizerW[at] = output
        sum += output
      }
      stringW[index] = sum
    }

    if (fields !== null)
      for (const [index, { strings: mine }] of inverters.entries())
        for (const at of mine) {
          const left = fields[index] ?? 1
          stringW[at] = (stringW[at] ?? 0) * left
          for (const part of strings[at]?.optimizers ?? []) optimizerW[part] = (optimizerW[part] ?? 0) * left
        }

    // An opened shutdown device takes its modules out of the string; the others go on.
    for (const [at, unit] of shutdowns.entries()) {
      const string = strings[unit.string]
      if (opened[at] !== true || !string) continue
      const behind = string.optimizers.find((one) => optimizers[one]?.pos === unit.pos)
      const lost =
        behind === undefined
          ? ((stringW[unit.string] ?? 0) * unit.modules) / string.spec.modules
          : (optimizerW[behind] ?? 0)
      if (behind !== undefined) optimizerW[behind] = 0
      stringW[unit.string] = Math.max(0, (stringW[unit.string] ?? 0) - lost)
    }

    const hot = hotAt(ts)
    const throttled = inverters.map(() => false)
    for (const [index, { spec: own, strings: mine }] of inverters.entries()) {
      const apart = tripped[index] || off[index] || mains[index] !== 1
      const offered = apart ? 0 : mine.reduce((sum, at) => sum + (stringW[at] ?? 0), 0)
      const told = switches.untouched ? 1 : switches.limitOf(own.sn, ts) / 100
      const share = Math.min(hot.find((f) => f.inverter === own.sn)?.limit ?? 1, told)
      const most = Math.min(share, lossy.length === 0 ? 1 : quietLimit(lossy, own.sn, ts))
      const { acW, dcW, running } = convert(offered, own.ratedW, own.efficiency, own.ratedW * most)
      if (share < 1) throttled[index] = running && dcW < offered
      inverterDcW[index] = dcW
      inverterAcW[index] = mains[index] === 0 ? 0 : acW
      const taken = offered > 0 ? dcW / offered : 0
      inverterTaken[index] = taken
      if (taken === 1) continue
      for (const string of mine)
        for (const at of strings[string]?.optimizers ?? []) optimizerW[at] = (optimizerW[at] ?? 0) * taken
    }
    return {
      ts,
      sky,
      elevationDeg,
      lit,
      stringIrradiance,
      stringCellC,
      stringW,
      optimizerIrradiance,
      optimizerCellC,
      optimizerW,
      inverterDcW,
      inverterAcW,
      inverterTaken,
      tripped,
      throttled,
      mains,
      off,
      opened,
      disabled,
    }
  }
}
