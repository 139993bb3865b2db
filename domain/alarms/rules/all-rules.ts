import type { Analysis } from '../../analyses/analysis.ts'
import { withUsed } from '../../analyses/run-analyses.ts'
import { switchedOffAnalysis } from '../../analyses/switched-off.ts'
import { belowPeers } from './below-peers.ts'
import { clock } from './clock.ts'
import { counter } from './counter.ts'
import { deviceSilent } from './device-silent.ts'
import { frozen } from './frozen.ts'
import { gatewaySilent } from './gateway-silent.ts'
import { gridFrequency, gridVoltage } from './grid.ts'
import { insulation } from './insulation.ts'
import { inverterOff } from './inverter-off.ts'
import { noProduction } from './no-production.ts'
import { optimizerLow } from './optimizer-low.ts'
import { overTemperature } from './over-temperature.ts'
import { rating } from './rating.ts'
import type { Rule, RuleId } from './rule.ts'
import { keepaliveLost, shutdownOpen } from './shutdown.ts'
import { stringCurrent } from './string-current.ts'

export const rules: Readonly<Record<RuleId, Rule>> = {
  gateway_silent: gatewaySilent,
  device_silent: deviceSilent,
  no_production: noProduction,
  inverter_off: inverterOff,
  string_current: stringCurrent,
  optimizer_low: optimizerLow,
  over_temperature: overTemperature,
  grid_voltage: gridVoltage,
  grid_frequency: gridFrequency,
  insulation,
  shutdown_open: shutdownOpen,
  keepalive_lost: keepaliveLost,
  counter,
  clock,
  rating,
  frozen,
  below_peers: belowPeers,
}

/** Whatever runs, in the order in which it does: what prepares the window first. */
export const analysesFor = (only: readonly RuleId[]): Analysis[] =>
  withUsed([switchedOffAnalysis, ...only.map((id) => rules[id])])

export type RuleSetting = { on: boolean; threshold: number }
export type RuleSettings = Readonly<Record<RuleId, RuleSetting>>

export const usualSettings: RuleSettings = Object.fromEntries(
  Object.values(rules).map(({ id, threshold }) => [id, { on: true, threshold: threshold.usual }]),
) as Record<RuleId, RuleSetting>
