import * as z from 'zod/mini'
import { BARS_MAX } from '#domain/telemetry/limits.ts'
import { RANKED_SHOWN, REPORT_DONE_SHOWN, REPORT_PEOPLE_SHOWN } from '#domain/work-orders/limits.ts'
import { uuid } from '#domain/accounts/fields.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { routeTable } from './route.ts'
import { coverageShare } from './stations.ts'
import { compared, incomes } from './telemetry.ts'
import { listOf } from './lists.ts'

const count = z.int().check(z.minimum(0))
/** null = unknown, which is never 0. */
const measured = z.nullable(z.number())

const reportQuery = z.strictObject({
  /** A month (`2026-11`) or a year; the present month of the place without it. */
  of: z.optional(
    z.string().check(z.regex(/^(?:19[7-9]\d|2\d{3})(?:-(?:0[1-9]|1[0-2]))?$/, { error: 'date_invalid' })),
  ),
})

const work = z.strictObject({
  alarms: z.strictObject({ raised: count, closed: count, open: count }),
  orders: z.strictObject({ initiated: count, completed: count, open: count }),
  /** First occurrence to close, over alarms important or worse that were closed in the period. */
  mttrHours: measured,
  repaired: count,
  /** Whose orders were completed in the period, most first. */
  people: listOf(z.strictObject({ name: z.string(), completed: count }), REPORT_PEOPLE_SHOWN),
})

const energy = {
  of: z.string(),
  /** Whether it still runs: then all is of the days so far. */
  running: z.boolean(),
  wh: measured,
  sharedWh: z.number(),
  coverage: coverageShare,
  /** kWh / kWp of the part of the capacity that is known. */
  equivalentHours: measured,
  income: incomes,
  /** Estimate for a clear sky on every day, Wh. */
  clearSkyWh: measured,
  compared,
}

export const stationReport = z.strictObject({
  ...energy,
  stationId: uuid,
  name: z.string(),
  timeZone: z.string(),
  fromDay: calendarDay,
  toDay: calendarDay,
  capacityW: z.number(),
  bars: listOf(z.strictObject({ key: z.string(), wh: measured, coverage: coverageShare }), BARS_MAX),
  /** Days of a month or months of a year that are over and whole: the one with the most and the one with the least. */
  best: z.nullable(z.strictObject({ key: z.string(), wh: z.number() })),
  worst: z.nullable(z.strictObject({ key: z.string(), wh: z.number() })),
  work,
  /** What orders that were completed in the period were about, the newest first. */
  done: listOf(
    z.strictObject({
      id: uuid,
      name: z.string(),
      names: z.nullable(z.strictObject({ en: z.string(), zh_CN: z.string() })),
      handler: z.nullable(z.string()),
      day: calendarDay,
    }),
    REPORT_DONE_SHOWN,
  ),
  availability: z.strictObject({ fromDay: calendarDay, toDay: calendarDay, share: measured }),
  /** Over the days of `availability`, against the median of the inverters beside it. */
  lost: z.strictObject({
    wh: measured,
    coverage: coverageShare,
    money: measured,
    currency: z.nullable(z.string()),
  }),
  /** Where a weather station measures it: over the days of `availability`. */
  weather: z.nullable(
    z.strictObject({
      /** In the plane of the modules, kWh/m². */
      irradiationKwh: measured,
      /** Share of the days' light in which it was measured. */
      coverage: coverageShare,
      /** Equivalent hours over irradiation; null where either is not whole. */
      pr: measured,
    }),
  ),
})

const ranked = z.strictObject({
  id: uuid,
  name: z.string(),
  wh: z.number(),
  equivalentHours: z.number(),
  coverage: coverageShare,
  /** Over the days of `run`. */
  availability: measured,
})

export const fleetReport = z.strictObject({
  ...energy,
  stations: count,
  /** Those of them that had a price in it: what the others made is no part of `income`. */
  priced: count,
  capacityW: z.number(),
  /** By equivalent hours, of stations with 98 % known and more: the first and the last three. */
  best: listOf(ranked, RANKED_SHOWN),
  worst: listOf(ranked, RANKED_SHOWN),
  /** How they ran, over the days of the period that are known of each; unknown before this was counted. */
  run: z.strictObject({
    days: z.nullable(z.strictObject({ fromDay: calendarDay, toDay: calendarDay })),
    /** Of all hours of all inverters in daylight in which anything was heard: the share in which they ran. */
    availability: measured,
    /** Share of those hours in which anything was heard. */
    heard: coverageShare,
    /** Against the median of the inverters beside each, the worth of each day by its own price. */
    lost: z.strictObject({ wh: measured, coverage: coverageShare, worth: incomes }),
    /** Of the stations whose PR is known, which is measured nearly all the time: the means by their capacity. */
    weather: z.nullable(
      z.strictObject({
        stations: count,
        /** Of all capacity. */
        share: coverageShare,
        /** Share of their hours of sun in which it was measured. */
        coverage: coverageShare,
        /** In the plane of the modules, kWh/m². */
        irradiationKwh: measured,
        pr: measured,
      }),
    ),
    /** The three that lost most. */
    most: listOf(
      z.strictObject({ id: uuid, name: z.string(), wh: z.number(), worth: incomes }),
      RANKED_SHOWN,
    ),
  }),
  work,
})

export const reportRoutes = routeTable({
  'GET /api/stations/{stationId}/report': {
    summary:
      "A station's month or year: energy, income, beside others, availability, energy lost, alarms, orders and who did them",
    permission: 'om:alarm:view',
    expensive: true,
    objects: { stationId: 'station' },
    query: reportQuery,
    output: z.strictObject({ report: stationReport }),
    errors: ['date_invalid', 'invalid_input'],
  },
  'GET /api/stations/{stationId}/report/table': {
    summary: 'The same as a table for a spreadsheet: CSV with the mark of UTF-8, and a name for the file',
    permission: 'om:alarm:view',
    expensive: true,
    objects: { stationId: 'station' },
    query: reportQuery,
    output: z.strictObject({ name: z.string(), csv: z.string() }),
    errors: ['date_invalid', 'invalid_input'],
  },
  'GET /api/report': {
    summary: 'The month or year of all stations of the caller together, each by its own calendar',
    permission: 'om:alarm:view',
    expensive: true,
    objects: {},
    query: reportQuery,
    output: z.strictObject({ report: fleetReport }),
    errors: ['date_invalid', 'invalid_input'],
  },
  'GET /api/report/table': {
    summary: 'The same as a table for a spreadsheet, with a line a station',
    permission: 'om:alarm:view',
    expensive: true,
    objects: {},
    query: reportQuery,
    output: z.strictObject({ name: z.string(), csv: z.string() }),
    errors: ['date_invalid', 'invalid_input'],
  },
})
