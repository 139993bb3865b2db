/**
 * The catalogue of what devices measure. A row says all there is to know of a metric; the schema of the wire, its
 * bounds, the columns of readings, what is flagged, the lines of curves and the figures of pages follow from it. A new
 * one is a row here, a migration with its column, and its words (`device.readings`, `device.line`). Long because it is
 * one table.
 */
import type { QualityFlag } from './quality-flags.ts'

/** What a device can possibly measure. Outside of it a value is kept and flagged, and enters no total. */
export type MetricRange = {
  min: number
  max: number
  flag: QualityFlag
  /** 0 is a value though below `min`. */ orZero?: true
}
/** What ranges follow from: the most a device of its kind and rating gives, takes, has of its modules and carries. W, A. */
export type DeviceLimits = { drawW: number; acW: number; dcW: number; pvW: number; carriesA: number }
type RangeOf = (device: DeviceLimits) => MetricRange

/** What is drawn together: lines of one quantity; `fit`: the axis fits them, for what never comes near 0. */
export const curveCharts = {
  power: { quantity: 'power', fit: false },
  phaseV: { quantity: 'voltage', fit: true },
  phaseA: { quantity: 'current', fit: false },
  mpptW: { quantity: 'power', fit: false },
  mpptV: { quantity: 'voltage', fit: false },
  mpptA: { quantity: 'current', fit: false },
  stringA: { quantity: 'current', fit: false },
  dcV: { quantity: 'voltage', fit: false },
  dcA: { quantity: 'current', fit: false },
  temperature: { quantity: 'temperature', fit: true },
  frequency: { quantity: 'frequency', fit: true },
  reactive: { quantity: 'reactive', fit: false },
  apparent: { quantity: 'apparent', fit: false },
  powerFactor: { quantity: 'plain', fit: true },
  insulation: { quantity: 'resistance', fit: false },
  charge: { quantity: 'percent', fit: false },
  irradiance: { quantity: 'irradiance', fit: false },
  wind: { quantity: 'speed', fit: false },
  signal: { quantity: 'plain', fit: true },
} as const
export type CurveChart = keyof typeof curveCharts

type Row = {
  /** Its name in the API and in words; on the wire and in the database it has the row's own. */
  view: string
  unit: string
  meaning: string
  range: RangeOf
  /** Where it is drawn; null = in no chart. */
  chart: CurveChart | null
}
type NumberRow = Row & {
  shape: 'number'
  /** What PostgreSQL keeps it as; a counter is `double`, counted in whole units. */
  column: 'real' | 'double' | 'smallint'
  /** How its figure is written on a page. */
  quantity: 'power' | 'energy' | (typeof curveCharts)[CurveChart]['quantity']
}
/** Of up to three phases. */
type PhasesRow = Row & { shape: 'phases' }
type SwitchRow = { shape: 'switch'; view: string; meaning: string }

const power: RangeOf = ({ drawW, acW }) => ({ min: -drawW, max: acW, flag: 'power' })
const dcPower: RangeOf = ({ drawW, dcW }) => ({ min: -drawW, max: dcW, flag: 'dcPower' })
const dcVoltage: RangeOf = () => ({ min: -10, max: 2000, flag: 'voltage' })
const current: RangeOf = ({ carriesA }) => ({ min: -carriesA, max: carriesA, flag: 'current' })
/** 5 MW for forty years of hours, rounded up. No source: chosen. */
const MAX_ENERGY_WH = 2e12
/** What counts beside the lifetime counter: a wrong one costs itself and not what `e_tot` says. */
const counter: RangeOf = () => ({ min: 0, max: MAX_ENERGY_WH, flag: 'counters' })

/** No source for the limits below: each is chosen beyond what devices are known to measure. */
export const metrics = {
  p: {
    shape: 'number',
    view: 'powerW',
    unit: 'W',
    column: 'real',
    quantity: 'power',
    chart: 'power',
    meaning:
      'Active power; of an inverter on the AC side, positive = fed out; of a meter positive = drawn from the grid; of a battery positive = discharging',
    range: power,
  },
  q: {
    shape: 'number',
    view: 'reactiveVar',
    unit: 'var',
    column: 'real',
    quantity: 'reactive',
    chart: 'reactive',
    meaning: 'Reactive power',
    range: ({ dcW }) => ({ min: -dcW, max: dcW, flag: 'reactivePower' }),
  },
  f: {
    shape: 'number',
    view: 'frequencyHz',
    unit: 'Hz',
    column: 'real',
    quantity: 'frequency',
    chart: 'frequency',
    meaning: 'Grid frequency',
    // 0 is what an inverter shows that is not on the grid.
    range: () => ({ min: 40, max: 70, flag: 'frequency', orZero: true }),
  },
  u: {
    shape: 'phases',
    view: 'phaseV',
    unit: 'V',
    chart: 'phaseV',
    meaning: 'Phase voltage',
    range: () => ({ min: 0, max: 1000, flag: 'voltage' }),
  },
  i: {
    shape: 'phases',
    view: 'phaseA',
    unit: 'A',
    chart: 'phaseA',
    meaning: 'Phase current',
    range: current,
  },
  t: {
    shape: 'number',
    view: 'temperatureC',
    unit: '°C',
    column: 'real',
    quantity: 'temperature',
    chart: 'temperature',
    meaning: 'Device temperature',
    range: () => ({ min: -60, max: 150, flag: 'temperature' }),
  },
  p_dc: {
    shape: 'number',
    view: 'dcPowerW',
    unit: 'W',
    column: 'real',
    quantity: 'power',
    chart: 'power',
    meaning: 'DC power',
    range: dcPower,
  },
  e_tot: {
    shape: 'number',
    view: 'energyTotalWh',
    unit: 'Wh',
    column: 'double',
    quantity: 'energy',
    chart: null,
    meaning: 'Lifetime energy counter',
    range: () => ({ min: 0, max: MAX_ENERGY_WH, flag: 'energy' }),
  },
  u_in: {
    shape: 'number',
    view: 'inputV',
    unit: 'V',
    column: 'real',
    quantity: 'voltage',
    chart: 'dcV',
    meaning: 'Input voltage',
    range: dcVoltage,
  },
  i_in: {
    shape: 'number',
    view: 'inputA',
    unit: 'A',
    column: 'real',
    quantity: 'current',
    chart: 'dcA',
    meaning: 'Input current',
    range: current,
  },
  u_out: {
    shape: 'number',
    view: 'outputV',
    unit: 'V',
    column: 'real',
    quantity: 'voltage',
    chart: 'dcV',
    meaning: 'Output voltage',
    range: dcVoltage,
  },
  i_out: {
    shape: 'number',
    view: 'outputA',
    unit: 'A',
    column: 'real',
    quantity: 'current',
    chart: 'dcA',
    meaning: 'Output current',
    range: current,
  },
  rssi: {
    shape: 'number',
    view: 'rssi',
    unit: '',
    column: 'smallint',
    quantity: 'plain',
    chart: 'signal',
    meaning: 'Signal strength as the device says it',
    range: () => ({ min: -200, max: 300, flag: 'signal' }),
  },
  closed: {
    shape: 'switch',
    view: 'closed',
    meaning: 'Shutdown device: the switch is closed, current may flow',
  },
  keepalive: {
    shape: 'switch',
    view: 'keepalive',
    meaning: 'Shutdown device: it hears the keep-alive signal',
  },
  irr: {
    shape: 'number',
    view: 'irradianceWm2',
    unit: 'W/m²',
    column: 'real',
    quantity: 'irradiance',
    chart: 'irradiance',
    meaning: 'In-plane irradiance',
    // A pyranometer shows a few W/m2 below zero at night; bright cloud edges reach 1.5 times the sun.
    range: () => ({ min: -20, max: 2000, flag: 'irradiance' }),
  },
  t_mod: {
    shape: 'number',
    view: 'moduleC',
    unit: '°C',
    column: 'real',
    quantity: 'temperature',
    chart: 'temperature',
    meaning: 'Temperature of a module, by a sensor on its back',
    range: () => ({ min: -60, max: 150, flag: 'temperature' }),
  },
  t_amb: {
    shape: 'number',
    view: 'ambientC',
    unit: '°C',
    column: 'real',
    quantity: 'temperature',
    chart: 'temperature',
    meaning: 'Temperature of the air',
    // Source: the records of the World Meteorological Organization, -89.2 and 56.7 °C.
    range: () => ({ min: -90, max: 60, flag: 'temperature' }),
  },
  wind: {
    shape: 'number',
    view: 'windMs',
    unit: 'm/s',
    column: 'real',
    quantity: 'speed',
    chart: 'wind',
    meaning: 'Speed of the wind',
    // Source: the strongest gust on record, 113 m/s (World Meteorological Organization, Barrow Island 1996).
    range: () => ({ min: 0, max: 115, flag: 'wind' }),
  },
  s: {
    shape: 'number',
    view: 'apparentVa',
    unit: 'VA',
    column: 'real',
    quantity: 'apparent',
    chart: 'apparent',
    meaning: 'Apparent power',
    // Some makers give it the sign of the active power.
    range: ({ dcW }) => ({ min: -dcW, max: dcW, flag: 'apparentPower' }),
  },
  pf: {
    shape: 'number',
    view: 'powerFactor',
    unit: '',
    column: 'real',
    quantity: 'plain',
    chart: 'powerFactor',
    meaning: 'Power factor, -1 to 1',
    range: () => ({ min: -1, max: 1, flag: 'powerFactor' }),
  },
  riso: {
    shape: 'number',
    view: 'insulationKohm',
    unit: 'kΩ',
    column: 'real',
    quantity: 'resistance',
    chart: 'insulation',
    meaning: 'Insulation resistance of the array to earth',
    // Below 65 535, which is what a register says that has no value. No source: inverters measure up to some 20 MΩ.
    range: () => ({ min: 0, max: 60_000, flag: 'insulation' }),
  },
  p_pv: {
    shape: 'number',
    view: 'pvPowerW',
    unit: 'W',
    column: 'real',
    quantity: 'power',
    chart: 'power',
    meaning: 'Power of the modules of a hybrid inverter',
    range: ({ drawW, pvW }) => ({ min: -drawW, max: pvW, flag: 'pvPower' }),
  },
  e_pv: {
    shape: 'number',
    view: 'pvEnergyWh',
    unit: 'Wh',
    column: 'double',
    quantity: 'energy',
    chart: null,
    meaning: 'Lifetime counter of what the modules of a hybrid inverter gave',
    range: counter,
  },
  e_in: {
    shape: 'number',
    view: 'importWh',
    unit: 'Wh',
    column: 'double',
    quantity: 'energy',
    chart: null,
    meaning: 'Lifetime counter of a meter: drawn from the grid',
    range: counter,
  },
  e_out: {
    shape: 'number',
    view: 'exportWh',
    unit: 'Wh',
    column: 'double',
    quantity: 'energy',
    chart: null,
    meaning: 'Lifetime counter of a meter: fed into the grid',
    range: counter,
  },
  soc: {
    shape: 'number',
    view: 'socPct',
    unit: '%',
    column: 'real',
    quantity: 'percent',
    chart: 'charge',
    meaning: 'State of charge',
    range: () => ({ min: 0, max: 100, flag: 'charge' }),
  },
  e_chg: {
    shape: 'number',
    view: 'chargedWh',
    unit: 'Wh',
    column: 'double',
    quantity: 'energy',
    chart: null,
    meaning: 'Lifetime counter of a battery: charged into it',
    range: counter,
  },
  e_dis: {
    shape: 'number',
    view: 'dischargedWh',
    unit: 'Wh',
    column: 'double',
    quantity: 'energy',
    chart: null,
    meaning: 'Lifetime counter of a battery: discharged from it',
    range: counter,
  },
  e_day: {
    shape: 'number',
    view: 'dayEnergyWh',
    unit: 'Wh',
    column: 'double',
    quantity: 'energy',
    chart: null,
    meaning: 'Counter of today, of a device without a lifetime counter; it begins anew each day',
    range: counter,
  },
} as const satisfies Record<string, NumberRow | PhasesRow | SwitchRow>

/** Of each tracker of an inverter; `field` is its name in the API beside the tracker's number. */
export const trackerMetrics = {
  u: { view: 'mpptV', field: 'v', unit: 'V', chart: 'mpptV', meaning: 'DC voltage', range: dcVoltage },
  i: { view: 'mpptA', field: 'a', unit: 'A', chart: 'mpptA', meaning: 'DC current', range: current },
  p: { view: 'mpptW', field: 'w', unit: 'W', chart: 'mpptW', meaning: 'DC power', range: dcPower },
} as const satisfies Record<string, Row & { field: string }>
/** Of each string that an inverter or a combiner box measures alone; `field` as with trackers. */
export const stringMetrics = {
  i: { view: 'stringA', field: 'a', unit: 'A', chart: 'stringA', meaning: 'String current', range: current },
} as const satisfies Record<string, Row & { field: string }>

type Metrics = typeof metrics
type OfShape<Shape> = {
  [Name in keyof Metrics]: Metrics[Name]['shape'] extends Shape ? Name : never
}[keyof Metrics]
export type NumberMetric = OfShape<'number'>
export type PhasesMetric = OfShape<'phases'>
export type SwitchMetric = OfShape<'switch'>
export type TrackerMetric = keyof typeof trackerMetrics
export type StringMetric = keyof typeof stringMetrics
/** Lists of numbered parts of a device, each measured alone. */
export type ListMetric = 'mppt' | 'str'
/** Its name in the API. */
export type ViewOf<Name extends keyof Metrics> = Metrics[Name]['view']
export type NumberView = ViewOf<NumberMetric>
/** What is drawn of each device alone, by its name in the API; a counter is not. */
type DrawnNumber = {
  [Name in NumberMetric]: Metrics[Name]['chart'] extends null ? never : ViewOf<Name>
}[NumberMetric]
/** A line of a chart, by its name in the API. */
export type CurveMetric =
  | DrawnNumber
  | ViewOf<PhasesMetric>
  | (typeof trackerMetrics)[TrackerMetric]['view']
  | (typeof stringMetrics)[StringMetric]['view']

const named = <Shape extends Metrics[keyof Metrics]['shape']>(shape: Shape) =>
  (Object.keys(metrics) as (keyof Metrics)[]).filter(
    (name): name is OfShape<Shape> => metrics[name].shape === shape,
  )
export const numberMetrics: readonly NumberMetric[] = named('number')
export const phasesMetrics: readonly PhasesMetric[] = named('phases')
export const switchMetrics: readonly SwitchMetric[] = named('switch')
export const trackerNames = Object.keys(trackerMetrics) as readonly TrackerMetric[]
export const listMetrics: readonly ListMetric[] = ['mppt', 'str']
export const stringNames = Object.keys(stringMetrics) as readonly StringMetric[]

/** The metric of a number by its name in the API. */
export const numberOf = (view: string): NumberMetric | undefined =>
  numberMetrics.find((name) => metrics[name].view === view)

/** A value of every metric by its name in the API. */
export type Viewed<Names extends keyof Metrics, Value> = { [Name in Names as ViewOf<Name>]: Value }

/** `of` each of `names`, under its name in the API. */
export const byView = <Name extends keyof Metrics, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Viewed<Name, Value> =>
  Object.fromEntries(names.map((name) => [metrics[name].view, of(name)])) as Viewed<Name, Value>
/** `of` each of `names`, under the name of the wire and of the database. */
export const byName = <Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>
