import type { CurveMetric } from '../telemetry/metrics.ts'
import type { AlarmLevel } from './alarm-states.ts'

/** What has to be so before somebody works at it; its sentences stand in the texts. */
export const safeWork = ['desk', 'keep_away', 'isolate_ac', 'isolate_all', 'roof'] as const
export type SafeWork = (typeof safeWork)[number]

type Kind = { level: AlarmLevel; safe: SafeWork; metrics: readonly CurveMetric[] }

const power: readonly CurveMetric[] = ['powerW']

/** Kinds of faults: how bad, what is needed to work at it, and which readings show it. */
export const alarmKinds = {
  insulation: { level: 'emergent', safe: 'isolate_all', metrics: power },
  ground_fault: { level: 'very_urgent', safe: 'keep_away', metrics: power },
  residual_current: { level: 'emergent', safe: 'isolate_all', metrics: power },
  arc_fault: { level: 'very_urgent', safe: 'keep_away', metrics: ['mpptA', 'inputA'] },
  dc_overvoltage: { level: 'very_urgent', safe: 'isolate_all', metrics: ['mpptV', 'inputV'] },
  voltage_to_ground: { level: 'emergent', safe: 'isolate_all', metrics: ['mpptV', 'inputV'] },
  string_reversed: { level: 'emergent', safe: 'isolate_all', metrics: ['mpptA', 'mpptV'] },
  string_backfeed: { level: 'emergent', safe: 'isolate_all', metrics: ['mpptA'] },
  string_low_current: { level: 'important', safe: 'roof', metrics: ['mpptA', 'inputA'] },
  grid_lost: { level: 'emergent', safe: 'isolate_ac', metrics: ['phaseV'] },
  grid_overvoltage: { level: 'important', safe: 'isolate_ac', metrics: ['phaseV'] },
  grid_undervoltage: { level: 'important', safe: 'isolate_ac', metrics: ['phaseV'] },
  grid_voltage: { level: 'important', safe: 'isolate_ac', metrics: ['phaseV'] },
  grid_imbalance: { level: 'important', safe: 'isolate_ac', metrics: ['phaseV'] },
  grid_overfrequency: { level: 'important', safe: 'desk', metrics: ['frequencyHz'] },
  grid_underfrequency: { level: 'important', safe: 'desk', metrics: ['frequencyHz'] },
  grid_frequency: { level: 'important', safe: 'desk', metrics: ['frequencyHz'] },
  grid_unstable_frequency: { level: 'important', safe: 'desk', metrics: ['frequencyHz'] },
  output_overcurrent: { level: 'emergent', safe: 'isolate_ac', metrics: ['phaseA'] },
  dc_injection: { level: 'important', safe: 'isolate_ac', metrics: ['phaseA'] },
  over_temperature: { level: 'important', safe: 'isolate_all', metrics: ['temperatureC'] },
  fan: { level: 'important', safe: 'isolate_all', metrics: ['temperatureC'] },
  device_fault: { level: 'emergent', safe: 'isolate_all', metrics: power },
  meter_lost: { level: 'prompt', safe: 'isolate_ac', metrics: power },
  gateway_silent: { level: 'emergent', safe: 'desk', metrics: [] },
  device_silent: { level: 'important', safe: 'desk', metrics: power },
  parts_silent: { level: 'important', safe: 'roof', metrics: power },
  no_production: { level: 'emergent', safe: 'isolate_ac', metrics: power },
  inverter_off: { level: 'emergent', safe: 'isolate_all', metrics: power },
  optimizer_low: { level: 'prompt', safe: 'roof', metrics: power },
  below_peers: { level: 'prompt', safe: 'roof', metrics: power },
  counter: { level: 'prompt', safe: 'desk', metrics: power },
  optimizer_lost: { level: 'important', safe: 'roof', metrics: ['inputA'] },
  optimizer_fault: { level: 'important', safe: 'roof', metrics: ['inputV', 'inputA'] },
  shutdown_open: { level: 'important', safe: 'roof', metrics: ['inputV'] },
  keepalive_lost: { level: 'emergent', safe: 'roof', metrics: ['inputV'] },
  clock: { level: 'prompt', safe: 'desk', metrics: [] },
  rating: { level: 'prompt', safe: 'desk', metrics: power },
  frozen: { level: 'prompt', safe: 'desk', metrics: power },
  storage_full: { level: 'important', safe: 'desk', metrics: [] },
  upgrade_failed: { level: 'important', safe: 'desk', metrics: [] },
} as const satisfies Record<string, Kind>
export type AlarmKind = keyof typeof alarmKinds

/**
 * Codes that gateways report, and the kind each means; a device's own words are kept beside it. 2001 to 2087 are those of
 * Huawei's SUN2000 manuals ("common alarms") and of the bits of its alarm registers 32008 to 32010, held against the
 * list in huawei-solar-lib (register_values.py): 2002 is the arc that clears by itself, 2003 the one that a person has to
 * clear, 2014 the voltage of a string to earth, 2038 an unsteady frequency. 2110 and 2111 are of no manual we know: our
 * own mapping, for gateways that report a fan or a throttled inverter so. The words are what gateways say of themselves
 * and of what hangs in the strings, ours too.
 */
const byCode: Readonly<Record<string, AlarmKind>> = {
  '2001': 'dc_overvoltage',
  '2002': 'arc_fault',
  '2003': 'arc_fault',
  '2009': 'ground_fault',
  '2011': 'string_reversed',
  '2012': 'string_backfeed',
  '2013': 'string_low_current',
  '2014': 'voltage_to_ground',
  '2015': 'string_low_current',
  '2031': 'ground_fault',
  '2032': 'grid_lost',
  '2033': 'grid_undervoltage',
  '2034': 'grid_overvoltage',
  '2035': 'grid_imbalance',
  '2036': 'grid_overfrequency',
  '2037': 'grid_underfrequency',
  '2038': 'grid_unstable_frequency',
  '2039': 'output_overcurrent',
  '2040': 'dc_injection',
  '2051': 'residual_current',
  '2061': 'ground_fault',
  '2062': 'insulation',
  '2063': 'over_temperature',
  '2064': 'device_fault',
  '2065': 'upgrade_failed',
  '2081': 'optimizer_fault',
  '2086': 'fan',
  '2087': 'fan',
  '2110': 'over_temperature',
  '2111': 'fan',
  'METER-LOST': 'meter_lost',
  'OPT-LOST': 'optimizer_lost',
  'OPT-FAULT': 'optimizer_fault',
  'RSD-OPEN': 'shutdown_open',
  'RSD-KEEPALIVE': 'keepalive_lost',
  CLOCK: 'clock',
  'STORAGE-FULL': 'storage_full',
  INSULATION: 'insulation',
  'GROUND-FAULT': 'ground_fault',
  'ARC-FAULT': 'arc_fault',
  FAN: 'fan',
  'RULE-GATEWAY-SILENT': 'gateway_silent',
  'RULE-DEVICE-SILENT': 'device_silent',
  'RULE-PARTS-SILENT': 'parts_silent',
  'RULE-NO-PRODUCTION': 'no_production',
  'RULE-INVERTER-OFF': 'inverter_off',
  'RULE-STRING-CURRENT': 'string_low_current',
  'RULE-OPTIMIZER-LOW': 'optimizer_low',
  'RULE-OVER-TEMPERATURE': 'over_temperature',
  'RULE-GRID-OVERVOLTAGE': 'grid_overvoltage',
  'RULE-GRID-UNDERVOLTAGE': 'grid_undervoltage',
  'RULE-GRID-OVERFREQUENCY': 'grid_overfrequency',
  'RULE-GRID-UNDERFREQUENCY': 'grid_underfrequency',
  'RULE-INSULATION': 'insulation',
  'RULE-SHUTDOWN-OPEN': 'shutdown_open',
  'RULE-KEEPALIVE-LOST': 'keepalive_lost',
  'RULE-COUNTER': 'counter',
  'RULE-CLOCK': 'clock',
  'RULE-RATING': 'rating',
  'RULE-FROZEN': 'frozen',
  'RULE-BELOW-PEERS': 'below_peers',
}

/** Codes that begin so are this installation's own: its rules raise them, no device can. */
const ownPrefix = 'RULE-'
export const isOwnCode = (code: string): boolean => code.toUpperCase().startsWith(ownPrefix)

export const kindIn = (codes: Readonly<Record<string, AlarmKind>>, code: string): AlarmKind | null =>
  Object.hasOwn(codes, code) ? (codes[code] ?? null) : null

/** Of the wire's own codes and those of our rules, without makers'; null = none of them. */
export const kindOfPlainCode = (code: string): AlarmKind | null => kindIn(byCode, code.toUpperCase())
/** The wire's own codes and those of our rules. */
export const plainCodes = Object.entries(byCode)
