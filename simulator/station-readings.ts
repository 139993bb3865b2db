import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import type { Layout, PartUnit } from './layout.ts'
import { reportedState, sunSpecState, type SunSpecState } from './physics/inverter.ts'
import { moduleVoltage } from './physics/module.ts'
import { noise1 } from './physics/noise.ts'
import type { Moment } from './station-moment.ts'
import type { StationSpec, WeatherSpec } from './station-spec.ts'

/** Below this irradiance a part that lives off its module has no supply and is silent, W/m². */
export const PART_WAKES_AT = 15

const round = (value: number, decimals: number): number => {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor || 0
}
const wander = (seed: number, ts: number, periodMs: number): number => noise1(seed, ts / periodMs) * 2 - 1

function stateOf(moment: Moment, index: number): SunSpecState {
  if (moment.tripped[index]) return sunSpecState.fault
  if (moment.off[index]) return sunSpecState.off
  if (moment.throttled[index]) return sunSpecState.throttled
  if ((moment.inverterAcW[index] ?? 0) > 0) return sunSpecState.mppt
  if (!moment.lit) return sunSpecState.sleeping
  return moment.elevationDeg > 3 ? sunSpecState.standby : sunSpecState.starting
}

/** Readings of inverter `index`, as its gateway would send them; `wh` is its counter as the device shows it. */
export function inverterReading(
  spec: StationSpec,
  layout: Layout,
  moment: Moment,
  index: number,
  wh: number,
): TelemetryItem {
  const unit = layout.inverters[index]
  if (!unit) throw new RangeError(`no inverter ${index}`)
  const { ts } = moment
  const acW = moment.inverterAcW[index] ?? 0
  const load = Math.max(0, acW) / unit.spec.ratedW
  const taken = moment.inverterTaken[index] ?? 0
  const state = stateOf(moment, index)
  const producing = acW > 0
  const mains = moment.mains[index] ?? 1
  const phases = Array.from({ length: unit.spec.phases }, (_, phase) => {
    const slow =
      wander(unit.seed + phase, ts, 420_000) * 0.008 + wander(unit.seed + phase, ts, 5_200_000) * 0.008
    return mains * spec.mains.volts * (1 + slow + 0.012 * load)
  })
  const q = -0.015 * acW - 4 * (1 + wander(unit.seed ^ 7, ts, 60_000))
  const apparent = Math.hypot(acW, q)
  const mppt = Array.from({ length: unit.spec.mppts }, (_, at) => {
    const own = unit.strings.map((s) => layout.strings[s]).filter((s) => s?.spec.mppt === at + 1)
    const ids = unit.strings.filter((s) => layout.strings[s]?.spec.mppt === at + 1)
    const p = ids.reduce((sum, s) => sum + (moment.stringW[s] ?? 0), 0) * taken
    const open =
      ids.length === 0
        ? 0
        : Math.max(
            ...ids.map(
              (s, i) =>
                moduleVoltage(spec.module, moment.stringIrradiance[s] ?? 0, moment.stringCellC[s] ?? 25) *
                (own[i]?.spec.modules ?? 0),
            ),
          )
    // Off the maximum power point the voltage rises towards open circuit, about a fifth above it.
    const tracked = open * (p > 0 ? 1 + 0.2 * (1 - taken) : 1.2)
    const u =
      unit.fixedV !== null && p > 0 ? unit.fixedV * (1 + 0.004 * wander(unit.seed + at, ts, 30_000)) : tracked
    return { n: at + 1, u: round(u, 1), i: round(p > 0 && u > 0 ? p / u : 0, 2), p: round(p, 0) }
  })
  const heat = moment.throttled[index] ? 46 : 27 * load ** 1.15 + 3
  return {
    sn: unit.spec.sn,
    ts,
    st: reportedState(state, 'inverter'),
    // Bit 0 of SunSpec's event field: ground fault.
    raw: state === sunSpecState.fault ? { St: state, Evt1: 1 } : { St: state },
    m: {
      p: round(acW, acW < 0 ? 1 : 0),
      q: producing ? round(q, 0) : 0,
      // Without mains there is nothing to count the frequency of.
      f:
        mains === 0
          ? null
          : round(
              spec.mains.hertz + 0.03 * wander(0x5eed, ts, 23_000) + 0.01 * wander(unit.seed, ts, 7_000),
              2,
            ),
      u: phases.map((u) => round(u, 1)),
      i: phases.map((u) => round(producing ? apparent / phases.length / u : 0, 2)),
      t: round(moment.sky.airC + heat + 0.6 * wander(unit.seed, ts, 900_000), 1),
      p_dc: round(moment.inverterDcW[index] ?? 0, 0),
      e_tot: Math.floor(wh),
      mppt,
    },
  }
}

/** Readings of optimizer `index`; null while it has no light to live on. */
export function optimizerReading(
  spec: StationSpec,
  layout: Layout,
  moment: Moment,
  index: number,
  wh: number,
): TelemetryItem | null {
  const unit = layout.optimizers[index]
  const string = layout.strings[unit?.string ?? -1]
  if (!unit || !string) throw new RangeError(`no optimizer ${index}`)
  const light = moment.optimizerIrradiance[index] ?? 0
  if (light < PART_WAKES_AT) return null
  const p = moment.optimizerW[index] ?? 0
  const cellC = moment.optimizerCellC[index] ?? 25
  const taken = moment.inverterTaken[string.inverter] ?? 0
  const uIn = moduleVoltage(spec.module, light, cellC) * unit.modules * (p > 0 ? 1 + 0.18 * (1 - taken) : 1.2)
  const inverter = layout.inverters[string.inverter]
  const stringA = ((moment.stringW[unit.string] ?? 0) * taken) / (inverter?.fixedV ?? 380)
  // Without permission from the inverter an optimizer gives a safe 1 V.
  const uOut = p > 0 && stringA > 0 ? Math.min(p / stringA, 60 * unit.modules) : 1
  return {
    sn: unit.sn,
    ts: moment.ts,
    st: reportedState(
      moment.disabled[index] === true ? sunSpecState.off : p > 0 ? sunSpecState.mppt : sunSpecState.standby,
      'other',
    ),
    m: {
      p: round(p, 1),
      u_in: round(uIn, 1),
      i_in: round(p > 0 ? p / 0.985 / uIn : 0, 2),
      u_out: round(uOut, 1),
      i_out: round(p > 0 ? p / uOut : 0, 2),
      t: round(cellC - 4, 1),
      e_tot: Math.floor(wh),
      rssi: Math.round(118 + 18 * unit.factor + 8 * wander(string.inverter + unit.pos, moment.ts, 1_800_000)),
    },
  }
}

/** Readings of shutdown device `index`; null while it has no light. It opens when the keep-alive signal stops. */
export function shutdownReading(
  spec: StationSpec,
  layout: Layout,
  moment: Moment,
  index: number,
): TelemetryItem | null {
  const unit = layout.shutdowns[index]
  const string = layout.strings[unit?.string ?? -1]
  if (!unit || !string) throw new RangeError(`no shutdown device ${index}`)
  const light = moment.stringIrradiance[unit.string] ?? 0
  if (light < PART_WAKES_AT) return null
  const cellC = moment.stringCellC[unit.string] ?? 25
  // A signal keeps it closed: it ends with its inverter's, or for it alone when it is told to open.
  const keepalive =
    moment.tripped[string.inverter] !== true &&
    moment.off[string.inverter] !== true &&
    moment.opened[index] !== true
  const closed = keepalive
  const uIn = moduleVoltage(spec.module, light, cellC) * unit.modules * (closed ? 1 : 1.2)
  return {
    sn: unit.sn,
    ts: moment.ts,
    st: closed ? 'normal' : 'shutdown',
    // Open, it leaves its conductors the volt that says it is there.
    m: {
      u_in: round(uIn, 1),
      u_out: closed ? round(uIn, 1) : 0.8,
      closed,
      keepalive,
      t: round(cellC - 6, 1),
    },
  }
}

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Readings of a weather station. It has a supply of its own and reports at night too. */
export function weatherReading({ sn }: WeatherSpec, moment: Moment): TelemetryItem {
  const { ts, sky, lit } = moment
  return {
    sn,
    ts,
    st: 'normal',
    m: {
      irr: round(lit ? meanOf(moment.stringIrradiance) : 0, 0),
      t_mod: round(lit ? meanOf(moment.stringCellC) : sky.airC, 1),
      t_amb: round(sky.airC, 1),
      wind: round(sky.windMs, 1),
    },
  }
}

/** The inventory of one gateway: its inverters, what hangs on their strings, its weather station. */
export function inventoryOf(spec: StationSpec, layout: Layout, gateway: string): InventoryDevice[] {
  const part = (t: 'optimizer' | 'shutdown', unit: PartUnit): InventoryDevice[] => {
    const string = layout.strings[unit.string]
    const inverter = layout.inverters[string?.inverter ?? -1]
    if (!string || inverter?.gateway !== gateway) return []
    return [
      {
        sn: unit.sn,
        t,
        parent: inverter.spec.sn,
        string: string.spec.n,
        pos: unit.pos,
        model: unit.model,
        sw: unit.sw,
      },
    ]
  }
  return [
    ...layout.inverters
      .filter((unit) => unit.gateway === gateway)
      .map(({ spec, strings }): InventoryDevice => ({
        sn: spec.sn,
        t: 'inverter',
        brand: spec.brand,
        model: spec.model,
        sw: spec.sw,
        rated_w: spec.ratedW,
        mppt: spec.mppts,
        strings: strings.length,
      })),
    ...layout.optimizers.flatMap((unit) => part('optimizer', unit)),
    ...layout.shutdowns.flatMap((unit) => part('shutdown', unit)),
    ...spec.gateways.flatMap(({ sn, weather }): InventoryDevice[] =>
      sn === gateway && weather ? [{ t: 'weather', ...weather }] : [],
    ),
  ]
}
