import * as z from 'zod/mini'
import { CURVE_POINTS_MAX, SERIES_MAX } from '#domain/telemetry/limits.ts'
import {
  CLEARED_AT_ONCE,
  CLEAR_REMARK_MAX,
  ADVICE_STEPS_MAX,
  CLEARS_SHOWN,
  ITEM_DEVICES_SHOWN,
  ITEMS_SHOWN,
  RELATED_SHOWN,
  THRESHOLDS_MAX,
} from '#domain/alarms/limits.ts'
import { LATEST_INSTANT, filledLine, instant, line, searchText, uuid } from '#domain/accounts/fields.ts'
import { alarmLevels, alarmStatuses, closeTypes } from '#domain/alarms/alarm-states.ts'
import { deviceKind } from '#domain/devices/fields.ts'
import { eachIds, eachOutput, preview } from './each.ts'
import { pageCursor, pageLimit, listOf, PAGE_MAX, values } from './lists.ts'
import { routeTable } from './route.ts'

/** Alarms of one call. */
const ids = z
  .array(uuid)
  .check(z.minLength(1, { error: 'required' }), z.maxLength(CLEARED_AT_ONCE, { error: 'too_long' }))
const count = z.int().check(z.minimum(0))
const level = z.enum(alarmLevels)
const status = z.enum(alarmStatuses)
const person = z.strictObject({ id: uuid, name: z.string() })
const byLevel = z.strictObject({ very_urgent: count, emergent: count, important: count, prompt: count })

/** An alarm as a line of a list. */
export const alarmRow = z.strictObject({
  id: uuid,
  station: z.strictObject({ id: uuid, name: z.string(), timeZone: z.string() }),
  device: z.strictObject({ id: uuid, kind: deviceKind, sn: z.string(), name: z.string() }),
  /** As it was raised. */
  code: z.string(),
  /** What the code means; of an unknown one it names the code. */
  name: z.strictObject({ en: z.string(), zh_CN: z.string() }),
  level,
  status,
  /** Occurrences, of all its instances. */
  count: z.int().check(z.minimum(1)),
  createdAt: instant,
  /** The newest occurrence. */
  occurredAt: instant,
  closeType: z.enum(closeTypes),
  closedAt: z.nullable(instant),
  /** Of an open one: since when all of it is over, as its device says; null while it goes on, and when it is closed. */
  clearedAt: z.nullable(instant),
  /** It closes then, unless it comes back. */
  closesAt: z.nullable(instant),
  /** Somebody has seen it and keeps it quiet until then, unless it gets worse; null: nobody, or no longer. */
  acknowledged: z.nullable(z.strictObject({ by: person, at: instant, until: instant, remark: z.string() })),
  /**
   * What an open one has cost so far, as it was reckoned last, some minutes ago; null of a closed one, and where it costs
   * nothing by itself, or nothing is known yet.
   */
  costSoFar: z.nullable(
    z.strictObject({
      wh: z.int().check(z.minimum(0)),
      /** null: the station has no tariff. */
      money: z.nullable(z.strictObject({ amount: z.number(), currency: z.string() })),
    }),
  ),
})

const explanation = z.strictObject({
  name: z.string(),
  cause: z.string(),
  /** What has to be so before somebody works at it. */
  safety: z.string(),
  /** In the order in which they are done. */
  steps: listOf(z.string(), ADVICE_STEPS_MAX),
})

export const alarmDetail = z.extend(z.omit(alarmRow, { costSoFar: true }), {
  firstAt: instant,
  model: z.string(),
  brand: z.string(),
  /** The device is no longer there. */
  deviceRemoved: z.boolean(),
  /** The gateway it reports through; null when it is one itself. */
  gateway: z.nullable(z.strictObject({ id: uuid, sn: z.string(), name: z.string() })),
  closer: z.nullable(person),
  clearReason: z.nullable(z.string()),
  explanation: z.strictObject({ en: explanation, zh_CN: explanation }),
  /**
   * Its content: the instances (a string number, a phase) with the readings they were raised with, those heard of last of
   * `itemsTotal`.
   */
  items: listOf(
    z.strictObject({
      instance: z.string(),
      /** The code it was raised with, where that is not the alarm's: the same fault, heard of in two ways. */
      joined: z.nullable(
        z.strictObject({ code: z.string(), name: z.strictObject({ en: z.string(), zh_CN: z.string() }) }),
      ),
      count,
      firstAt: instant,
      lastAt: instant,
      /** null while it goes on. */
      clearedAt: z.nullable(instant),
      readings: values,
      /** Devices of the station whose serials the readings name. */
      devices: listOf(
        z.strictObject({ id: uuid, kind: deviceKind, sn: z.string(), name: z.string() }),
        ITEM_DEVICES_SHOWN,
      ),
    }),
    ITEMS_SHOWN,
  ),
  itemsTotal: count,
  /** The newest. */
  clears: listOf(z.strictObject({ at: instant, by: person, remark: z.string() }), CLEARS_SHOWN),
  /** What would end it by itself. */
  endsWhen: z.strictObject({ en: z.string(), zh_CN: z.string() }),
  /** What it has cost, up to its end or now; null where it costs nothing by itself (a clock), or nothing is known. */
  cost: z.nullable(
    z.strictObject({
      from: instant,
      to: instant,
      wh: z.int().check(z.minimum(0)),
      /** null: the station has no tariff. */
      money: z.nullable(z.strictObject({ amount: z.number(), currency: z.string(), perKwh: z.number() })),
      /** Held against devices beside it, other strings of the same inverter, or a clear sky (then at most this). */
      against: z.enum(['peers', 'strings', 'clear_sky']),
      /** Devices or trackers it was held against. */
      peers: count,
    }),
  ),
  /** The same code on this device within the last twelve months, this one included. */
  year: z.strictObject({ alarms: count, occurrences: count }),
})

/** Readings of the device around the event, named as in `deviceCurve`. */
const around = z.strictObject({
  from: instant,
  to: instant,
  ts: listOf(instant, CURVE_POINTS_MAX),
  /** More was measured than one curve holds: it ends before. */
  cut: z.boolean(),
  series: listOf(
    z.strictObject({
      metric: z.string(),
      index: z.nullable(z.int()),
      unit: z.string(),
      values: listOf(z.nullable(z.number()), CURVE_POINTS_MAX),
    }),
    SERIES_MAX,
  ),
  /** What the rule that raised it holds the readings against, drawn beside them. */
  thresholds: listOf(
    z.strictObject({
      metric: z.string(),
      unit: z.string(),
      /** On which side of it lies the fault. */
      side: z.enum(['above', 'below']),
      values: listOf(z.nullable(z.number()), CURVE_POINTS_MAX),
    }),
    THRESHOLDS_MAX,
  ),
})

export const alarmRoutes = routeTable({
  'GET /api/alarms': {
    summary:
      'Alarms, worst first: open ones by level, then closed ones by level; the newest of a level first',
    permission: 'om:alarm:view',
    objects: { 'query.stationId': 'station', 'query.deviceId': 'device', 'query.groupId': 'station_group' },
    query: z.strictObject({
      /** Serial, name of device or station, code, or what the code means. */
      search: z.optional(searchText),
      /** `open`: unsolved and processing. */
      status: z.optional(z.enum(['open', ...alarmStatuses])),
      level: z.optional(level),
      stationId: z.optional(uuid),
      deviceId: z.optional(uuid),
      /** At stations of a group of the caller. */
      groupId: z.optional(uuid),
      kind: z.optional(deviceKind),
      /** Of the newest occurrence. */
      from: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(LATEST_INSTANT))),
      to: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(LATEST_INSTANT))),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      alarms: listOf(alarmRow, PAGE_MAX),
      next: z.nullable(z.string()),
      /** All of the stations asked for, whatever the other filters. */
      counts: z.strictObject({ unsolved: byLevel, processing: byLevel, closed: byLevel }),
    }),
  },
  'GET /api/alarms/{alarmId}': {
    summary: 'An alarm: all its fields, what it means, the readings around it and other alarms of the device',
    permission: 'om:alarm:view',
    objects: { alarmId: 'alarm' },
    output: z.strictObject({ alarm: alarmDetail, curve: around, related: listOf(alarmRow, RELATED_SHOWN) }),
  },
  'POST /api/alarms/clear': {
    summary: 'Clear alarms of one station by hand, all or none. Closed ones stay closed; that is noted',
    permission: 'om:alarm:clear',
    objects: { 'body.ids': 'alarm' },
    body: z.strictObject({
      ids,
      remark: filledLine(CLEAR_REMARK_MAX),
    }),
    output: z.strictObject({
      closed: count,
      /** Were closed already. */
      again: count,
    }),
    errors: ['alarms_of_one_station', 'required', 'too_long'],
    idempotent: true,
    status: 200,
  },
  'POST /api/alarms/acknowledge': {
    summary:
      'Acknowledge open alarms of one station, all or none: seen by the caller, quiet until then, at most a week. Their status stays',
    permission: 'om:alarm:acknowledge',
    objects: { 'body.ids': 'alarm' },
    body: z.strictObject({ ids, until: instant, remark: z.optional(line(CLEAR_REMARK_MAX)) }),
    output: z.strictObject({ acknowledged: count }),
    errors: ['alarms_of_one_station', 'required', 'too_long', 'wrong_state'],
    idempotent: true,
    status: 200,
  },
  'POST /api/alarms/wake': {
    summary: 'Take the acknowledgement of alarms of one station back: they are told of again',
    permission: 'om:alarm:acknowledge',
    objects: { 'body.ids': 'alarm' },
    body: z.strictObject({ ids }),
    output: z.strictObject({ woken: count }),
    errors: ['alarms_of_one_station', 'required', 'too_long'],
    idempotent: true,
    status: 200,
  },
  'POST /api/alarms/acknowledge-each': {
    summary:
      'Acknowledge open alarms of any stations, each by itself, with a result for each: what was closed meanwhile keeps none of the others back',
    permission: 'om:alarm:acknowledge',
    objects: { 'body.ids': 'alarm' },
    body: z.strictObject({
      ids: eachIds,
      until: instant,
      remark: z.optional(line(CLEAR_REMARK_MAX)),
      preview,
    }),
    output: eachOutput,
    errors: ['required', 'too_long', 'wrong_state'],
    idempotent: true,
    status: 200,
  },
  'POST /api/alarms/wake-each': {
    summary: 'Take the acknowledgement of alarms of any stations back, with a result for each',
    permission: 'om:alarm:acknowledge',
    objects: { 'body.ids': 'alarm' },
    body: z.strictObject({ ids: eachIds, preview }),
    output: eachOutput,
    errors: ['required', 'too_long'],
    idempotent: true,
    status: 200,
  },
})
