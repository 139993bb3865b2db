import type { AlarmAnalysis } from '../../analyses/analysis.ts'
import type { Verdict } from '../../analyses/verdict.ts'

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
  'below_peers',
] as const
export type RuleId = (typeof ruleIds)[number]

/** An analysis that people may set: it raises alarms from a threshold on. */
export type Rule = AlarmAnalysis & {
  id: RuleId
  unit: 'min' | '%' | '°C' | 'Hz' | 'kΩ' | 'Wh'
  /** What a company or station may set it to. */
  threshold: { usual: number; least: number; most: number }
  /** Where it counts as over, so that it does not flicker about the threshold. */
  clearsAt: (threshold: number) => number
  /** Evidence needed before it speaks, and before it falls silent, minutes. */
  waitMin: (threshold: number) => number
  clearMin: number
  /** Over what its means are taken, ms: so far back single readings say when it began; absent = it takes none. */
  meanMs?: (reportMin: number) => number
  /** Where the figures come from. */
  source: { en: string; zh_CN: string }
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
