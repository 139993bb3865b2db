import type { RuleId } from './rule.ts'

/** The rules and the codes of the alarms they raise. */
const byCode: Readonly<Record<string, RuleId>> = {
  'RULE-GATEWAY-SILENT': 'gateway_silent',
  'RULE-DEVICE-SILENT': 'device_silent',
  'RULE-PARTS-SILENT': 'device_silent',
  'RULE-NO-PRODUCTION': 'no_production',
  'RULE-INVERTER-OFF': 'inverter_off',
  'RULE-STRING-CURRENT': 'string_current',
  'RULE-OPTIMIZER-LOW': 'optimizer_low',
  'RULE-OVER-TEMPERATURE': 'over_temperature',
  'RULE-GRID-OVERVOLTAGE': 'grid_voltage',
  'RULE-GRID-UNDERVOLTAGE': 'grid_voltage',
  'RULE-GRID-OVERFREQUENCY': 'grid_frequency',
  'RULE-GRID-UNDERFREQUENCY': 'grid_frequency',
  'RULE-INSULATION': 'insulation',
  'RULE-SHUTDOWN-OPEN': 'shutdown_open',
  'RULE-KEEPALIVE-LOST': 'keepalive_lost',
  'RULE-COUNTER': 'counter',
  'RULE-CLOCK': 'clock',
  'RULE-RATING': 'rating',
  'RULE-FROZEN': 'frozen',
  'RULE-BELOW-PEERS': 'below_peers',
}

/** null: the code is none of our rules'. */
export const ruleOfCode = (code: string): RuleId | null =>
  Object.hasOwn(byCode, code) ? (byCode[code] ?? null) : null

/** The code a rule is named by. */
export const codeOfRule = (id: RuleId): string =>
  Object.entries(byCode).find(([, rule]) => rule === id)?.[0] ?? id
