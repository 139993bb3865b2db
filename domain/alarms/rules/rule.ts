import type { RuleMemory } from './rule-memory.ts'
import type { StationWindow } from './station-window.ts'

export const ruleIds = [
  'gateway_silent',
  'device_silent',
  'no_production',
  'inverter_off',
  'string_current',
  'optimizer_low',
  'over_temperature',
  'grid_voltage',
  'grid_frequency',
  'insulation',
  'shutdown_open',
  'keepalive_lost',
  'counter',
  'clock',
  'rating',
  'frozen',
] as const
export type RuleId = (typeof ruleIds)[number]

export type RuleValues = Record<string, string | number | boolean | null>

/** What a rule says of one instance of one code on one device at one instant. */
export type Verdict = {
  code: string
  deviceId: string
  instance: string
  /** `hold`: it cannot be told now (night, no light, nothing heard, between the two thresholds). */
  says: 'bad' | 'good' | 'hold'
  /** The newest fact it rests on: the same fact twice is no new evidence. */
  asOf: number
  /** Of what is bad: when it began, where that is before the newest fact; absent = the first bad fact. */
  beganAt?: number
  /** The readings it rests on, in SI units with the unit in the name. */
  readings: RuleValues
}

export type Rule = {
  id: RuleId
  unit: 'min' | '%' | '°C' | 'Hz' | 'kΩ' | 'Wh'
  /** What a company or station may set it to. */
  threshold: { usual: number; least: number; most: number }
  /** Where it counts as over, so that it does not flicker about the threshold. */
  clearsAt: (threshold: number) => number
  /** Evidence needed before it speaks, and before it falls silent, minutes. */
  waitMin: (threshold: number) => number
  clearMin: number
  /** Whether good readings prove that what the last bad ones showed is over; absent = they do. */
  provesEnd?: (bad: RuleValues, good: RuleValues) => boolean
  /** Where the figures come from. */
  source: { en: string; zh_CN: string }
  judge: (window: StationWindow, threshold: number, memory: RuleMemory) => Verdict[]
}

export const same = (threshold: number): number => threshold
export const minutes = (count: number) => (): number => count

/** Two decimals: what is shown and stored of a figure. */
export const round = (value: number | null, decimals = 2): number | null =>
  value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals

/** Below the threshold it is bad, above where it clears it is good. */
export const belowIs = (value: number, threshold: number, clearsAt: number): Verdict['says'] =>
  value < threshold ? 'bad' : value > clearsAt ? 'good' : 'hold'
export const aboveIs = (value: number, threshold: number, clearsAt: number): Verdict['says'] =>
  value > threshold ? 'bad' : value < clearsAt ? 'good' : 'hold'

/** Serials named in an alarm; the rest is counted. */
const NAMED = 20
export const serialsOf = (devices: readonly { sn: string }[]): string =>
  devices
    .slice(0, NAMED)
    .map(({ sn }) => sn)
    .join(', ') + (devices.length > NAMED ? ` … +${devices.length - NAMED}` : '')
