import { sameCompany } from '#domain/accounts/same-company.ts'
import { rules, type RuleSetting, type RuleSettings } from '#domain/alarms/rules/all-rules.ts'
import { type RuleId, ruleIds } from '#domain/alarms/rules/rule.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { readSettings, type SettingRow } from './rule-store.ts'

export type Origin = 'usual' | 'company' | 'station'
export type Effective = Record<RuleId, RuleSetting & { origin: Origin }>

/** The station's word before the company's, the company's before the usual. */
export const settle = (
  rows: readonly SettingRow[],
  companyId: string,
  stationId: string | null,
): Effective => {
  const one = (rule: RuleId): RuleSetting & { origin: Origin } => {
    const company = rows.find((row) => row.rule === rule && sameCompany(row.companyId, companyId))
    const station = rows.find((row) => row.rule === rule && stationId !== null && row.stationId === stationId)
    return {
      on: station?.enabled ?? company?.enabled ?? true,
      threshold: station?.threshold ?? company?.threshold ?? rules[rule].threshold.usual,
      origin: station !== undefined ? 'station' : company !== undefined ? 'company' : 'usual',
    }
  }
  return Object.fromEntries(ruleIds.map((rule) => [rule, one(rule)])) as Effective
}

export const settingsOf = async (
  db: Db,
  stations: readonly { id: string; companyId: string }[],
): Promise<(station: { id: string; companyId: string }) => RuleSettings> => {
  const rows = await readSettings(db, {
    companies: [...new Set(stations.map(({ companyId }) => companyId))],
    stations: stations.map(({ id }) => id),
  })
  return ({ id, companyId }) => settle(rows, companyId, id)
}
