import type * as z from 'zod/mini'
import { REHEARSED_SHOWN } from '#domain/alarms/limits.ts'
import type { alarmRule, alarmRuleRoutes } from '#contract/http/alarm-rules.ts'
import { permits } from '#domain/accounts/permissions.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { rules } from '#domain/alarms/rules/all-rules.ts'
import { codeOfRule } from '#domain/alarms/rules/rule-codes.ts'
import { type RuleId, ruleIds } from '#domain/alarms/rules/rule.ts'
import { visibleCompany } from '../../accounts/account-store.ts'
import { recordDone } from '../../../platform/audit/audit.ts'
import { manages, mustManage } from '../../accounts/managing.ts'
import { visibleStations } from '../../accounts/scope.ts'
import type { Caller, Who } from '../../accounts/who.ts'
import { transact } from '../../../platform/db/open.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../call.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findStation } from '../../stations/station-store.ts'
import { retentionFrom } from '../../telemetry/retention.ts'
import { rehearsalPeriod } from './rehearsal-period.ts'
import { allows } from './rehearse.ts'
import { readSettings, saveSetting } from './rule-store.ts'
import { settle } from './settings.ts'
import { devicesEverAt } from '../../devices/device-store.ts'
import { stationsWithDevices } from './window-store.ts'

type View = z.output<typeof alarmRule>
type Change = { rule: RuleId; enabled: boolean | null; threshold: number | null }

const mayEdit = ({ permissions }: Who): boolean => permits(permissions, 'company:settings:edit')

const kept = ({ retentionDays }: Context, now: number) => ({
  retainedFrom: retentionFrom(now, retentionDays),
})

const rulesOf = async (db: Db, companyId: string, stationId: string | null): Promise<View[]> => {
  const of = { companies: [companyId], stations: stationId === null ? [] : [stationId] }
  const settings = settle(await readSettings(db, of), companyId, stationId)
  return ruleIds.map((id): View => {
    const { threshold, unit, waitMin, source } = rules[id]
    const set = settings[id]
    return {
      rule: id,
      name: nameOfCode(codeOfRule(id)),
      on: set.on,
      threshold: set.threshold,
      origin: set.origin,
      unit,
      ...threshold,
      waitMin: waitMin(set.threshold),
      source,
    }
  })
}

const mustAllow = (changes: readonly Change[]): void => {
  for (const { rule, threshold } of changes)
    if (threshold !== null && !allows(rule, threshold)) refuse('rule_threshold', { field: 'rules' })
}

const save = async (
  call: Caller & { context: { db: Db } },
  place: { companyId: string; stationId: string | null },
  changes: readonly Change[],
): Promise<void> => {
  mustAllow(changes)
  const { companyId, stationId } = place
  await transact(call.context.db, async (trx) => {
    for (const change of changes)
      await saveSetting(trx, { ...place, ...change }, { accountId: call.who.accountId, now: call.now })
    await recordDone(trx, call, {
      companyId,
      action: 'alarm-rules.set',
      objectKind: stationId === null ? 'company' : 'station',
      objectId: stationId ?? companyId,
      detail: { rules: changes },
    })
  })
}

export const alarmRuleHandlers: Handlers<typeof alarmRuleRoutes> = {
  'GET /api/companies/{companyId}/alarm-rules': async ({ context, params, who, now }) => {
    const company = (await visibleCompany(context.db, who, params.companyId)) ?? refuse('not_found')
    return {
      rules: await rulesOf(context.db, company.id, null),
      mayEdit: mayEdit(who),
      ...kept(context, now),
    }
  },

  'PUT /api/companies/{companyId}/alarm-rules': async (call) => {
    const { context, params, who, now, body } = call
    const company = (await visibleCompany(context.db, who, params.companyId)) ?? refuse('not_found')
    await save(call, { companyId: company.id, stationId: null }, body.rules)
    return { rules: await rulesOf(context.db, company.id, null), mayEdit: true, ...kept(context, now) }
  },

  'GET /api/stations/{stationId}/alarm-rules': async ({ context, params, who, now }) => {
    const station =
      (await findStation(context.db, params.stationId, visibleStations(who, now))) ?? refuse('not_found')
    return {
      rules: await rulesOf(context.db, station.company_id, station.id),
      mayEdit: mayEdit(who) && manages(who, station),
      ...kept(context, now),
    }
  },

  'PUT /api/stations/{stationId}/alarm-rules': async (call) => {
    const { context, params, who, now, body } = call
    const station =
      (await findStation(context.db, params.stationId, visibleStations(who, now))) ?? refuse('not_found')
    mustManage(who, station)
    await save(call, { companyId: station.company_id, stationId: station.id }, body.rules)
    return {
      rules: await rulesOf(context.db, station.company_id, station.id),
      mayEdit: true,
      ...kept(context, now),
    }
  },

  'GET /api/stations/{stationId}/alarm-rules/rehearsal': async (call) => {
    const { context, params, query, who, now, gone } = call
    const { db } = context
    const station =
      (await findStation(db, params.stationId, visibleStations(who, now))) ?? refuse('not_found')
    const { rule, threshold } = query
    if (!allows(rule, threshold)) refuse('rule_threshold', { field: 'threshold' })
    const [place] = await stationsWithDevices(db, station.id)
    const { retentionDays } = context
    const period = rehearsalPeriod(query, station.time_zone, { now, retentionDays })
    if (place === undefined) return { rule, threshold, from: now, to: now, days: 0, alarms: 0, found: [] }
    const { days, from, to, found } = await context.rehearse([place, { rule, threshold }, period], gone())
    const devices = await devicesEverAt(db, station.id)
    const deviceOf = new Map(devices.map((device) => [device.id, device]))
    return {
      rule,
      threshold,
      from,
      to,
      days,
      alarms: found.length,
      found: found.slice(-REHEARSED_SHOWN).flatMap(({ state, at, endedAt }) => {
        const device = deviceOf.get(state.deviceId)
        const { code, instance } = state
        return device === undefined ? [] : [{ at, endedAt, code, name: nameOfCode(code), instance, device }]
      }),
    }
  },
}
