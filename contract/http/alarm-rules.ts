import * as z from 'zod/mini'
import { REHEARSED_SHOWN } from '#domain/alarms/limits.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { ruleIds } from '#domain/alarms/rules/rule.ts'
import { deviceKind } from '#domain/devices/fields.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { routeTable } from './route.ts'
import { listOf } from './lists.ts'

const rule = z.enum(ruleIds)
const words = z.strictObject({ en: z.string(), zh_CN: z.string() })
const figure = z.number()

/** A rule of our own with what holds for a company or one of its stations. */
export const alarmRule = z.strictObject({
  rule,
  name: words,
  on: z.boolean(),
  threshold: figure,
  /** Whose word it is; `usual`: nobody has said anything. */
  origin: z.enum(['usual', 'company', 'station']),
  unit: z.enum(['min', '%', '°C', 'Hz', 'kΩ', 'Wh']),
  usual: figure,
  least: figure,
  most: figure,
  /** Minutes of evidence before it speaks, with this threshold. */
  waitMin: figure,
  /** Where the figures come from. */
  source: words,
})
const list = z.strictObject({
  rules: listOf(alarmRule, ruleIds.length),
  mayEdit: z.boolean(),
  /** Single readings are kept from here on: no rehearsal looks further back. */
  retainedFrom: instant,
})

const changes = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        rule,
        /** null: as the company, or as usual. */
        enabled: z.nullable(z.boolean()),
        threshold: z.nullable(z.number()),
      }),
    )
    .check(z.minLength(1, { error: 'required' }), z.maxLength(ruleIds.length)),
})

export const alarmRuleRoutes = routeTable({
  'GET /api/companies/{companyId}/alarm-rules': {
    summary: 'The rules of alarms as they hold for the stations of a company',
    permission: 'om:alarm:view',
    objects: { companyId: 'company' },
    output: list,
  },
  'PUT /api/companies/{companyId}/alarm-rules': {
    summary: 'Switch rules on or off for a company, or set their thresholds',
    permission: 'company:settings:edit',
    objects: { companyId: 'company' },
    body: changes,
    output: list,
    errors: ['required', 'rule_threshold'],
  },
  'GET /api/stations/{stationId}/alarm-rules': {
    summary: 'The rules of alarms as they hold for a station',
    permission: 'om:alarm:view',
    objects: { stationId: 'station' },
    output: list,
  },
  'PUT /api/stations/{stationId}/alarm-rules': {
    summary: 'Switch rules on or off for a station, or set their thresholds',
    permission: 'company:settings:edit',
    objects: { stationId: 'station' },
    body: changes,
    output: list,
    errors: ['required', 'rule_threshold'],
  },
  'GET /api/stations/{stationId}/alarm-rules/rehearsal': {
    summary:
      'How many alarms a rule would have raised at a station with another threshold; nothing is changed',
    permission: 'om:alarm:view',
    expensive: true,
    objects: { stationId: 'station' },
    query: z.strictObject({
      rule,
      threshold: z.coerce.number(),
      /** First and last day, in the station's zone, both judged; absent: the last 30 days. */
      from: z.optional(calendarDay),
      to: z.optional(calendarDay),
    }),
    output: z.strictObject({
      rule,
      threshold: figure,
      from: instant,
      to: instant,
      /** Days that were judged: those asked for, 31 at most; fewer, the last of them, at a station with very many devices. */
      days: z.int(),
      /** All of them; the list is cut. */
      alarms: z.int(),
      found: listOf(
        z.strictObject({
          at: instant,
          endedAt: z.nullable(instant),
          code: z.string(),
          name: words,
          instance: z.string(),
          device: z.strictObject({ id: uuid, kind: deviceKind, sn: z.string(), name: z.string() }),
        }),
        REHEARSED_SHOWN,
      ),
    }),
    errors: ['date_invalid', 'rule_threshold', 'rehearsal_period'],
  },
})
