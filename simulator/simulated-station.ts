import type { AlarmCondition, Obedience } from '#gateway/site.ts'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { type Checkpoint, energyCounters, type EnergyCounters } from './energy-counters.ts'
import { isActive, type Fault } from './faults.ts'
import { layOut } from './layout.ts'
import { seedOf } from './physics/noise.ts'
import { simulateHouse } from './simulated-house.ts'
import { type Moment, moments } from './station-moment.ts'
import {
  inventoryOf,
  inverterReading,
  optimizerReading,
  shutdownReading,
  weatherReading,
} from './station-readings.ts'
import { invertersOf, type StationSpec } from './station-spec.ts'
import { switchboard } from './switches.ts'

export interface SimulationOptions {
  readonly faults?: readonly Fault[]
  /** Where the lifetime counters start; no moment before it can be asked for. */
  readonly counters: Checkpoint
  /** Step of the counters' integration, ms. 5 minutes unless told; a minute for a live fleet. */
  readonly gridMs?: number
  /** Another sky over the same station. */
  readonly seed?: number
}

export interface Wanted {
  /** Only what hangs on this gateway. */
  readonly gateway?: string
  readonly inverters?: boolean
  readonly optimizers?: boolean
  readonly shutdowns?: boolean
  readonly weather?: boolean
  readonly house?: boolean
}

/** One station whose whole state follows from its data, its faults and the time. */
export interface SimulatedStation {
  readonly spec: StationSpec
  momentAt(ts: number): Moment
  /** Readings of everything asked for; devices without supply or answer are absent. */
  readingsAt(ts: number, wanted?: Wanted): TelemetryItem[]
  inventory(gateway: string): InventoryDevice[]
  /** Conditions that hold at `ts` on what hangs on the gateway. */
  alarmsAt(ts: number, gateway: string): AlarmCondition[]
  /** Counters as the devices show them, Wh, inverters and optimizers. */
  countersAt(ts: number): Record<string, number>
  /** Turns an inverter, optimizer or shutdown device off or on from `ts` on. */
  turn(sn: string, on: boolean, ts: number): Obedience
  /** Lets an inverter give no more than this share of its rated power, %, from `ts` on. */
  limit(sn: string, pct: number, ts: number): Obedience
  /** Lets an inverter start anew. */
  restart(sn: string, ts: number): Obedience
  /** The limit an inverter stands at, %, and the seconds since it started; null for other devices. */
  settingsAt(sn: string, ts: number): { limitPct: number; upS: number } | null
  /** True counters, to go on from in another run. */
  checkpoint(ts: number): Checkpoint
}

const QUARTER = 15 * 60_000
const DAY = 24 * 3_600_000
const FIVE_MINUTES = 300_000
/** An inverter that was never restarted has run for so long. */
const INSTALLED_MS = 30 * 86_400_000

export function simulateDevices(spec: StationSpec, options: SimulationOptions): SimulatedStation {
  const layout = layOut(spec)
  const serials = [
    ...layout.inverters.map((unit) => unit.spec.sn),
    ...layout.optimizers.map((unit) => unit.sn),
  ]
  const faults = (options.faults ?? []).filter((fault) => concerns(fault, spec, serials))
  const seed = options.seed ?? seedOf(spec.key)
  const grid = options.gridMs ?? FIVE_MINUTES
  // The counters look one grid step ahead, at what is often the next moment to be read.
  const switches = switchboard()
  const inverterSns = new Set(layout.inverters.map((unit) => unit.spec.sn))
  const switchable = new Set([
    ...inverterSns,
    ...layout.optimizers.map((unit) => unit.sn),
    ...layout.shutdowns.map((unit) => unit.sn),
  ])
  const deviceFaults = (name: 'device-silent' | 'device-lies', ts: number): Set<string> =>
    new Set(faults.flatMap((f) => (f.name === name && isActive(f, ts) ? [f.device] : [])))
  const obey = (able: ReadonlySet<string>, sn: string, ts: number, act: () => void): Obedience => {
    if (!able.has(sn)) return 'unable'
    if (deviceFaults('device-lies', ts).has(sn)) return 'lied'
    act()
    recent = []
    return 'done'
  }
  const compute = moments(spec, layout, faults, seed, switches)
  let recent: Moment[] = []
  const momentOf = (ts: number): Moment => {
    const known = recent.find((moment) => moment.ts === ts)
    if (known) return known
    const moment = compute(ts)
    recent = [moment, ...recent.slice(0, 1)]
    return moment
  }
  const house = simulateHouse(spec, seed, compute)
  const counted = [...serials, ...(house?.counters.map(({ key }) => key) ?? [])]
  const powers = (ts: number): Float64Array => {
    const moment = momentOf(ts)
    const given = moment.inverterAcW.map(
      (watts, index) => watts + (house?.throughInverter(serials[index] ?? '', ts) ?? 0),
    )
    return Float64Array.of(...given, ...moment.optimizerW, ...(house?.powers(ts) ?? []))
  }
  const book = (): EnergyCounters => energyCounters(counted, powers, options.counters, grid)
  const houseWh = (wh: Float64Array): number[] => [...wh.subarray(serials.length)]
  /** What the inverter of a hybrid says: its AC side carries the battery too, its modules are counted on their own. */
  const asHybrid = (item: TelemetryItem, moment: Moment, wh: Float64Array): TelemetryItem => {
    const at = house?.counters.findIndex(({ sn, metric }) => sn === item.sn && metric === 'e_pv') ?? -1
    if (!house || at < 0) return item
    const watts = Math.round((item.m.p ?? 0) + house.throughInverter(item.sn, moment.ts))
    const pv = { p_pv: item.m.p_dc ?? null, e_pv: Math.floor(houseWh(wh)[at] ?? 0) }
    return { ...item, m: { ...item.m, p: watts, ...pv } }
  }
  /**
   * A failed fan shows while the inverter works hard: since when it is hot, and how hot as its readings say. At night,
   * and under clouds, there is no such alarm. Looked for backwards in steps of a quarter of an hour, within a day.
   */
  const heatOf = (sn: string, from: number, ts: number): { since: number; ctx: { t: number } } | null => {
    const index = layout.inverters.findIndex((unit) => unit.spec.sn === sn)
    const moment = momentOf(ts)
    const celsius = inverterReading(spec, layout, moment, index, 0)?.m.t
    if (!moment.throttled[index] || typeof celsius !== 'number') return null
    let since = ts
    while (since - QUARTER >= Math.max(from, ts - DAY) && compute(since - QUARTER).throttled[index])
      since -= QUARTER
    return { since, ctx: { t: celsius } }
  }
  /** What every inverter behind a gateway says of its mains, with the highest phase as its readings say it. */
  const mainsAlarms = (
    fault: Extract<Fault, { name: 'grid-lost' | 'grid-overvoltage' }>,
    ts: number,
  ): AlarmCondition[] => {
    const [code, lvl] =
      fault.name === 'grid-lost' ? ['2032', 'emergent' as const] : ['2034', 'important' as const]
    return layout.inverters.flatMap(({ gateway, spec: { sn } }, index) => {
      if (gateway !== fault.gateway) return []
      const volts = inverterReading(spec, layout, momentOf(ts), index, 0)?.m.u ?? []
      const u = Math.max(...volts.map((one) => one ?? 0))
      return [{ aid: `${sn}:${code}:1`, sn, code, lvl, since: fault.from, ctx: { u } }]
    })
  }
  const shown = counterDisplay(faults, serials, options.counters.ts, book)
  const counters = book()

  /** What was read when its readings stood still, as the gateway says it again and again. */
  const stills = new Map<Fault, TelemetryItem>()
  const frozen = (index: number, ts: number): TelemetryItem | null => {
    const sn = layout.inverters[index]?.spec.sn
    const fault = faults.find((f) => f.name === 'frozen-power' && f.inverter === sn && isActive(f, ts))
    if (fault === undefined) return null
    const still =
      stills.get(fault) ??
      inverterReading(spec, layout, momentOf(fault.from), index, counters.at(ts)[index] ?? 0)
    stills.set(fault, still)
    return { ...still, ts }
  }

  return {
    spec,
    momentAt: momentOf,
    inventory: (gateway) => [
      ...inventoryOf(spec, layout, gateway),
      ...(house?.gateway === gateway ? house.inventory() : []),
    ],
    turn: (sn, on, ts) => obey(switchable, sn, ts, () => switches.set(sn, on, ts)),
    limit: (sn, pct, ts) => obey(inverterSns, sn, ts, () => switches.limit(sn, pct, ts)),
    restart: (sn, ts) => obey(inverterSns, sn, ts, () => switches.restart(sn, ts)),
    settingsAt(sn, ts) {
      if (!inverterSns.has(sn)) return null
      const since = switches.startedAt(sn, ts) ?? options.counters.ts - INSTALLED_MS
      return { limitPct: switches.limitOf(sn, ts), upS: Math.floor((ts - since) / 1000) }
    },
    checkpoint: (ts) => counters.checkpoint(ts),
    countersAt: (ts) => {
      const wh = counters.at(ts)
      return Object.fromEntries(serials.map((sn, i) => [sn, Math.floor(shown(i, ts, wh[i] ?? 0))]))
    },
    readingsAt(ts, wanted = {}) {
      const wh = counters.at(ts)
      const moment = momentOf(ts)
      const mine = (inverter: number): boolean =>
        wanted.gateway === undefined || layout.inverters[inverter]?.gateway === wanted.gateway
      const ofString = (string: number): boolean => mine(layout.strings[string]?.inverter ?? -1)
      const silent = deviceFaults('device-silent', ts)
      for (const f of faults) if (f.name === 'optimizer-silent' && isActive(f, ts)) silent.add(f.optimizer)
      const first = layout.inverters.length
      const items: (TelemetryItem | null)[] = []
      if (wanted.inverters ?? true)
        for (const i of layout.inverters.keys())
          if (mine(i))
            items.push(
              frozen(i, ts) ??
                asHybrid(inverterReading(spec, layout, moment, i, shown(i, ts, wh[i] ?? 0)), moment, wh),
            )
      if (wanted.optimizers ?? true)
        for (const [i, unit] of layout.optimizers.entries())
          if (ofString(unit.string)) items.push(optimizerReading(spec, layout, moment, i, wh[first + i] ?? 0))
      if (wanted.shutdowns ?? true)
        for (const [i, unit] of layout.shutdowns.entries())
          if (ofString(unit.string)) items.push(shutdownReading(spec, layout, moment, i))
      if (wanted.weather ?? true)
        for (const { sn, weather } of spec.gateways)
          if (weather && (wanted.gateway ?? sn) === sn) items.push(weatherReading(weather, moment))
      if ((wanted.house ?? true) && house && (wanted.gateway ?? house.gateway) === house.gateway)
        items.push(...house.readings(moment, houseWh(wh)))
      return items.filter((item) => item !== null && !silent.has(item.sn)) as TelemetryItem[]
    },
    alarmsAt(ts, gateway) {
      const here = new Set(
        layout.inverters.filter((unit) => unit.gateway === gateway).map((unit) => unit.spec.sn),
      )
      return faults.flatMap((fault): AlarmCondition[] => {
        if (fault.name === 'grid-lost' || fault.name === 'grid-overvoltage')
          return isActive(fault, ts) && fault.gateway === gateway ? mainsAlarms(fault, ts) : []
        if (fault.name !== 'inverter-trip' && fault.name !== 'over-temperature') return []
        if (!isActive(fault, ts) || !here.has(fault.inverter)) return []
        const { inverter: sn, from: since } = fault
        if (fault.name === 'inverter-trip')
          return [{ aid: `${sn}:2062:1`, sn, code: '2062', lvl: 'emergent', since, ctx: { riso_kohm: 38 } }]
        const hot = heatOf(sn, fault.from, ts)
        return hot ? [{ aid: `${sn}:2110:1`, sn, code: '2110', lvl: 'important', ...hot }] : []
      })
    },
  }
}

/** Whether a fault is about this station; throws when its inverter or optimizer stands nowhere on it as named. */
function concerns(fault: Fault, spec: StationSpec, serials: readonly string[]): boolean {
  if ('gateway' in fault) return spec.gateways.some((gateway) => gateway.sn === fault.gateway)
  if ('optimizer' in fault) return serials.includes(fault.optimizer)
  if ('device' in fault)
    return (
      serials.includes(fault.device) ||
      invertersOf(spec).some((one) =>
        one.strings.some((string) => string.shutdowns?.some(({ sn }) => sn === fault.device)),
      )
    )
  if (!serials.includes(fault.inverter)) return false
  if (fault.name !== 'string-fuse') return true
  const inverter = invertersOf(spec).find((one) => one.sn === fault.inverter)
  if (inverter?.strings.some((string) => string.n === fault.string)) return true
  throw new Error(`string-fuse: ${fault.inverter} has no string ${fault.string}`)
}

/** What a device's display makes of its true counter while counter faults are on. */
function counterDisplay(
  faults: readonly Fault[],
  serials: readonly string[],
  startTs: number,
  book: () => EnergyCounters,
): (index: number, ts: number, wh: number) => number {
  const changes = faults.flatMap((fault) => {
    if (fault.name !== 'counter-reset' && fault.name !== 'counter-dip' && fault.name !== 'counter-rollover')
      return []
    const index = serials.indexOf(fault.inverter)
    const whole =
      fault.name === 'counter-dip' ? 0 : Math.floor(book().at(Math.max(fault.from, startTs))[index] ?? 0)
    return [{ fault, index, whole }]
  })
  return (index, ts, wh) => {
    let value = wh
    for (const { fault, index: at, whole } of changes) {
      if (at !== index) continue
      if (fault.name === 'counter-rollover') {
        const range = 2 ** fault.bits
        value = (((wh - whole) % range) + range) % range
      } else if (isActive(fault, ts)) value = fault.name === 'counter-dip' ? 0 : wh - whole
    }
    return value
  }
}
