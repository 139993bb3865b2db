import type { AlarmKind } from './alarm-kinds.ts'
import type { AlarmLevel } from './alarm-states.ts'
import { deye } from './makers/deye.ts'
import { huawei } from './makers/huawei.ts'
import type { MakerCode, MakerTable } from './makers/maker-code.ts'
import { sma, sofar, solaredge, sunspec } from './makers/others.ts'
import { solis } from './makers/solis.ts'
import { sungrow } from './makers/sungrow.ts'

/** Makers whose codes have words of their own, by the name before the dot. */
const makers: Readonly<Record<string, MakerTable>> = {
  deye,
  huawei,
  sma,
  sofar,
  solaredge,
  solis,
  sungrow,
  sunspec,
}
const told: ReadonlyMap<string, MakerCode> = new Map(
  Object.entries(makers).flatMap(([maker, table]) =>
    Object.entries(table).map(([number, code]) => [`${maker}.${number}`, code] as const),
  ),
)

/** What a maker's code means in its own words; null = it has none here. */
export const makerWords = (code: string): { en: string; zh_CN: string } | null => {
  const found = told.get(code.toLowerCase())
  return found === undefined ? null : { en: found[1], zh_CN: found[2] }
}

/** The level of a maker's code where it is not the one of its kind. */
export const makerLevel = (code: string): AlarmLevel | null => told.get(code.toLowerCase())?.[3] ?? null

/** Codes whose own words have this in them, without case. */
export const makerCodesNamed = (search: string): string[] => {
  const wanted = search.toLowerCase()
  return [...told].flatMap(([code, [, en, zh]]) =>
    en.toLowerCase().includes(wanted) || zh.includes(wanted) ? [code] : [],
  )
}

/** Kinds of the codes that makers' own protocols give, as `maker.code`: makers' numbers collide. */
export const makerCodes: Readonly<Record<string, AlarmKind>> = {
  ...Object.fromEntries([...told].map(([code, [kind]]) => [code, kind])),
  // Source: operating instructions of the Fronius Symo and Primo, "status codes". 306, 307, 522 and 523 are too little
  // sun. A Gen24 counts anew (`fronius.g…`): its codes have no kind here.
  'fronius.102': 'grid_overvoltage',
  'fronius.103': 'grid_undervoltage',
  'fronius.105': 'grid_overfrequency',
  'fronius.106': 'grid_underfrequency',
  'fronius.107': 'grid_lost',
  'fronius.108': 'grid_lost',
  'fronius.112': 'residual_current',
  'fronius.240': 'arc_fault',
  'fronius.241': 'arc_fault',
  'fronius.242': 'arc_fault',
  'fronius.301': 'output_overcurrent',
  'fronius.303': 'over_temperature',
  'fronius.304': 'over_temperature',
  'fronius.309': 'dc_overvoltage',
  'fronius.311': 'string_reversed',
  'fronius.313': 'dc_overvoltage',
  'fronius.401': 'device_fault',
  'fronius.406': 'device_fault',
  'fronius.407': 'device_fault',
  'fronius.408': 'dc_injection',
  'fronius.416': 'device_fault',
  'fronius.425': 'device_fault',
  'fronius.431': 'device_fault',
  'fronius.447': 'insulation',
  'fronius.457': 'device_fault',
  'fronius.474': 'residual_current',
  'fronius.475': 'insulation',
  'fronius.502': 'insulation',
  'fronius.509': 'no_production',
  'fronius.517': 'over_temperature',
  'fronius.567': 'grid_overvoltage',
  // The bits of GoodWe's error word, by their number. Source: error table of GoodWe's Modbus and AA55 protocols.
  'goodwe.0': 'device_fault',
  'goodwe.1': 'device_fault',
  'goodwe.3': 'device_fault',
  'goodwe.4': 'device_fault',
  'goodwe.6': 'device_fault',
  'goodwe.7': 'device_fault',
  'goodwe.8': 'device_fault',
  'goodwe.9': 'grid_lost',
  'goodwe.10': 'residual_current',
  'goodwe.11': 'dc_overvoltage',
  'goodwe.12': 'fan',
  'goodwe.13': 'over_temperature',
  'goodwe.14': 'grid_imbalance',
  'goodwe.15': 'dc_overvoltage',
  'goodwe.16': 'fan',
  'goodwe.17': 'grid_voltage',
  'goodwe.18': 'insulation',
  'goodwe.19': 'dc_injection',
  'goodwe.20': 'output_overcurrent',
  'goodwe.22': 'device_fault',
  'goodwe.23': 'device_fault',
  'goodwe.25': 'device_fault',
  'goodwe.27': 'grid_imbalance',
  'goodwe.28': 'device_fault',
  'goodwe.29': 'grid_frequency',
  'goodwe.30': 'device_fault',
  'goodwe.31': 'device_fault',
}
