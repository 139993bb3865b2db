import * as z from 'zod/mini'
import { OM_BUCKETS_MAX, REPEATED_SHOWN } from '#domain/work-orders/limits.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { deviceKind } from '#domain/devices/fields.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { routeTable } from './route.ts'
import { coverageShare } from './stations.ts'
import { listOf } from './lists.ts'

const count = z.int().check(z.minimum(0))
/** null = unknown, which is never 0. */
const measured = z.nullable(z.number())
const period = z.strictObject({
  /** Local days of the station; the last 90 unless said, at most 731. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
})

export const omFigures = z.strictObject({
  from: calendarDay,
  to: calendarDay,
  timeZone: z.string(),
  alarms: z.strictObject({
    raised: count,
    closed: count,
    open: count,
    byLevel: z.strictObject({ very_urgent: count, emergent: count, important: count, prompt: count }),
  }),
  orders: z.strictObject({
    initiated: count,
    completed: count,
    discarded: count,
    open: count,
    overdue: count,
  }),
  /** Mean time to repair, hours: first occurrence to close, over very urgent to important alarms closed in the period. */
  mttrHours: measured,
  repaired: count,
  /** Of orders: initiation to the begin of work, and to the report. */
  responseHours: measured,
  handlingHours: measured,
  /**
   * Mean time between failures, hours: known daylight hours of the inverters over failures (very urgent and emergent
   * alarms raised in the days of `availability`). null without a failure or without knowledge.
   */
  mtbfHours: measured,
  failures: count,
  /** Inverter hours in daylight (sun above 10 degrees). What is not known counts for neither side. */
  availability: z.strictObject({
    /** The days it could be computed over: at most the last 31 of the period. */
    from: calendarDay,
    to: calendarDay,
    /** Available over known; null when nothing is known. */
    share: measured,
    availableHours: z.number(),
    unavailableHours: z.number(),
    unknownHours: z.number(),
  }),
  /** Against the median of the inverters beside it at the same hours, where one gave less than 90 % of it. */
  lost: z.strictObject({
    wh: measured,
    /**
     * Of the inverters' rated power and daylight hours, the share that could be compared: heard, and beside another that
     * ran. What was lost in the rest is in neither `wh` nor `money`. null = there were no such hours.
     */
    coverage: coverageShare,
    money: measured,
    currency: z.nullable(z.string()),
    /** Hours in which no other inverter ran, so that nothing can be said. */
    unpricedHours: z.number(),
  }),
  /** Codes that came back on a device within the period, the most frequent first. */
  repeated: listOf(
    z.strictObject({
      code: z.string(),
      name: z.strictObject({ en: z.string(), zh_CN: z.string() }),
      level: z.enum(alarmLevels),
      device: z.strictObject({ id: uuid, kind: deviceKind, sn: z.string(), name: z.string() }),
      alarms: count,
      occurrences: count,
      lastAt: instant,
    }),
    REPEATED_SHOWN,
  ),
  /** Days (up to 62 of them) or months. */
  overTime: listOf(
    z.strictObject({
      /** `YYYY-MM-DD` or `YYYY-MM`. */
      key: z.string(),
      raised: count,
      closed: count,
      initiated: count,
      completed: count,
    }),
    OM_BUCKETS_MAX,
  ),
})

export const omRoutes = routeTable({
  'GET /api/stations/{stationId}/om': {
    summary: "A station's maintenance record: repairs, failures, availability, energy lost, what came back",
    permission: 'om:alarm:view',
    expensive: true,
    objects: { stationId: 'station' },
    query: period,
    output: z.strictObject({ om: omFigures }),
    errors: ['date_invalid', 'invalid_input'],
  },
  'GET /api/stations/{stationId}/om/table': {
    summary: 'The same as a table for a spreadsheet: CSV with the mark of UTF-8, and a name for the file',
    permission: 'om:alarm:view',
    expensive: true,
    objects: { stationId: 'station' },
    query: period,
    output: z.strictObject({ name: z.string(), csv: z.string() }),
    errors: ['date_invalid', 'invalid_input'],
  },
})
