// Longer than most files: curves, energy, balances and live events share their columns.
import * as z from 'zod/mini'
import { CURRENCIES_MAX, FOLLOWED_MAX } from '#domain/stations/limits.ts'
import {
  BARS_MAX,
  CURVE_POINTS_MAX,
  DAY_STEPS_MAX,
  NUMBERED_MAX,
  PEERS_MAX,
  SERIES_MAX,
  SPANS_SHOWN,
} from '#domain/telemetry/limits.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { flowViews } from '#domain/telemetry/counters.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { deviceRow, gatewayLink, readingView } from './devices.ts'
import { dayOrPeriodQuery } from './coverage.ts'
import { routeTable } from './route.ts'
import { coverageShare, stationLive } from './stations.ts'
import { listOf } from './lists.ts'

const measured = z.nullable(z.number())

/** Columns of equal length; a null in `powerW` is a gap. Instants are the starts of steps of `stepMs`. */
export const powerColumns = z.strictObject({
  timeZone: z.string(),
  /** Limits of the local day (23, 24 or 25 hours apart), or of what else is asked for. */
  from: instant,
  to: instant,
  stepMs: z.int(),
  ts: listOf(instant, DAY_STEPS_MAX),
  powerW: listOf(measured, DAY_STEPS_MAX),
  /** Share of the rated power that was heard in each step, 0 to 1. Below 1 the sum is not whole. */
  coverage: listOf(z.number(), DAY_STEPS_MAX),
  /** Estimate for a clear sky; null when position or capacity do not allow one. */
  expectedW: z.nullable(listOf(z.number(), DAY_STEPS_MAX)),
})

export const powerCurve = z.extend(powerColumns, {
  day: calendarDay,
  /** W by the same steps, each line null where nothing measures it. Grid: positive = drawn; battery: positive = discharging. */
  balance: z.nullable(
    z.strictObject({
      gridW: z.nullable(listOf(measured, DAY_STEPS_MAX)),
      batteryW: z.nullable(listOf(measured, DAY_STEPS_MAX)),
      /** What is used, as it follows from all of them. */
      houseW: z.nullable(listOf(measured, DAY_STEPS_MAX)),
    }),
  ),
})

export const energyPeriods = ['month', 'year', 'lifetime'] as const

/** What energy was worth, by currency, that of the present price first; empty without a price. */
export const incomes = listOf(z.strictObject({ currency: z.string(), amount: measured }), CURRENCIES_MAX)

export const energyBars = z.strictObject({
  period: z.enum(energyPeriods),
  /** `YYYY-MM`, `YYYY` or empty. */
  of: z.string(),
  timeZone: z.string(),
  bars: listOf(
    z.strictObject({
      /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
      key: z.string(),
      /** null = nothing known; 0 = known to be nothing. */
      wh: measured,
      /** A span of several bars holds more energy that may partly belong here. */
      shared: z.boolean(),
      coverage: z.optional(coverageShare),
      income: z.optional(incomes),
    }),
    BARS_MAX,
  ),
  /** Energy known only for a stretch across bars, inside `totalWh`: the newest of `spansTotal`. */
  spans: listOf(
    z.strictObject({
      fromTs: instant,
      toTs: instant,
      fromDay: calendarDay,
      toDay: calendarDay,
      wh: z.number(),
      income: z.optional(incomes),
    }),
    SPANS_SHOWN,
  ),
  spansTotal: z.int().check(z.minimum(0)),
  totalWh: measured,
  /** Energy of spans over the edge of the period: up to so much more may belong to it. */
  sharedWh: z.number(),
  /** kWh / kWp of the part of the capacity that is known. */
  equivalentHours: measured,
  coverage: z.optional(coverageShare),
  /** The local day of the first reading; null = none. */
  since: z.optional(z.nullable(calendarDay)),
  /** Of a station's lifetime: what it had yielded before, as somebody entered it, Wh; not in `totalWh`. */
  beforeWh: z.optional(measured),
  /** Of a station: of `totalWh` and `beforeWh`, each day at the price that was in force. */
  income: z.optional(incomes),
})

const comparedSide = z.strictObject({
  /** `YYYY-MM` or `YYYY`. */
  of: z.string(),
  fromDay: calendarDay,
  toDay: calendarDay,
  wh: measured,
  coverage: coverageShare,
})

/** Energy and income of a period beside others, over days of equal number where it still runs. */
export const compared = listOf(
  z.strictObject({
    /** The period before it, or the same month of the year before. */
    what: z.enum(['before', 'year']),
    own: comparedSide,
    other: comparedSide,
    /** Own over the other, less 1; null = of one of them too little is known to say. */
    change: z.nullable(z.number()),
    /** By currency; `change` is null also where a price is missing on one side. */
    income: listOf(
      z.strictObject({ currency: z.string(), own: measured, other: measured, change: measured }),
      CURRENCIES_MAX,
    ),
  }),
  2,
)

/** A period, and of which year (`2026`) or month (`2026-07`), from the year 0001 on. */
export const periodQuery = z.strictObject({
  period: z.enum(energyPeriods),
  of: z.optional(
    z.string().check(
      z.regex(/^(?:000[1-9]|00[1-9]\d|0[1-9]\d{2}|[1-9]\d{3})(?:-(?:0[1-9]|1[0-2]))?$/, {
        error: 'date_invalid',
      }),
    ),
  ),
})

const part = z.strictObject({ wh: measured, coverage: coverageShare })

/** Wh of the days that are known of every part, and `coverage`: their share of the days of which anything is asked. */
const balanceSum = z.strictObject({
  pvWh: measured,
  importWh: measured,
  exportWh: measured,
  chargedWh: measured,
  dischargedWh: measured,
  /** PV + import - export + discharged - charged; null = unknown, or the counters contradict each other. */
  usedWh: measured,
  /** PV - export. */
  ownUseWh: measured,
  /** Own use of PV, used without import of used: shares of 1; null = unknown, or there is nothing to share. */
  selfConsumption: measured,
  selfSufficiency: measured,
  coverage: coverageShare,
})

/** What a station made, drew, fed in, stored and used, where it is measured. Days are of the station's zone. */
export const stationBalance = z.strictObject({
  period: z.enum(['day', ...energyPeriods]),
  /** `YYYY-MM-DD`, `YYYY-MM`, `YYYY` or empty. */
  of: z.string(),
  timeZone: z.string(),
  /** Meters that stand at the connection to the grid: with none, or several that may, nothing is known of it. */
  meter: z.enum(['one', 'none', 'several']),
  /** The local day of that meter's first reading: nothing is asked of days before. */
  since: z.nullable(calendarDay),
  total: balanceSum,
  /** Each alone, whatever is known of the others: with spans inside the period. */
  import: part,
  export: part,
  charged: part,
  discharged: part,
  /** What was used here and what was fed in was worth, each day at the price that was in force. */
  worth: z.strictObject({ ownUse: incomes, export: incomes }),
  /** Days of a month, months of a year, years of the lifetime that are asked of; none of a day. */
  bars: listOf(z.extend(balanceSum, { key: z.string() }), BARS_MAX),
})

/** One line of a device's day: `metric` names the field of the reading, `index` the phase or MPPT (from 1). */
export const deviceCurve = z.strictObject({
  day: calendarDay,
  timeZone: z.string(),
  from: instant,
  to: instant,
  ts: listOf(instant, CURVE_POINTS_MAX),
  flags: listOf(z.int(), CURVE_POINTS_MAX),
  hist: listOf(z.boolean(), CURVE_POINTS_MAX),
  /** More was measured than one curve holds: it ends before. */
  cut: z.boolean(),
  series: listOf(
    z.strictObject({
      metric: z.string(),
      index: z.nullable(z.int()),
      unit: z.string(),
      values: listOf(measured, CURVE_POINTS_MAX),
    }),
    SERIES_MAX,
  ),
})

/** A device beside its peers: inverters of the same station, optimizers of the same string. null = unknown. */
export const peerComparison = z.strictObject({
  day: calendarDay,
  timeZone: z.string(),
  /** Means are W per kW of rated power, or W per module. */
  per: z.enum(['kw', 'module']),
  /** The daylight that was compared: its ends, and how many steps of it. */
  fromTs: z.nullable(instant),
  toTs: z.nullable(instant),
  steps: z.int(),
  own: measured,
  median: measured,
  /** Own over median, less 1. */
  share: measured,
  /** 1 = best of the known peers and itself. */
  rank: z.nullable(z.int()),
  /** Its own counter outruns its rated power: it is not compared, nor are peers of whom that is so. */
  ratingInDoubt: z.boolean(),
  peers: listOf(
    z.strictObject({
      id: uuid,
      sn: z.string(),
      name: z.string(),
      stringNo: z.nullable(z.int()),
      position: z.nullable(z.int()),
      ratingInDoubt: z.boolean(),
      value: measured,
    }),
    PEERS_MAX,
  ),
  /** Share of the inverter's DC energy on the day, and in the seven days before it (of which `days` have readings). */
  trackers: listOf(
    z.strictObject({ n: z.int(), now: measured, usual: measured, days: z.int() }),
    NUMBERED_MAX,
  ),
})

/** One server-sent event. Each is filtered by what the listener may see at the moment of sending. */
export const liveEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), streamId: uuid }),
  z.strictObject({ type: z.literal('station'), live: stationLive }),
  /** Only for stations that the stream watches. */
  z.strictObject({
    type: z.literal('device'),
    device: deviceRow,
    latest: z.nullable(readingView),
    link: z.nullable(gatewayLink),
  }),
  /** Something about a station or its devices changed beyond figures: fetch it again. */
  z.strictObject({
    type: z.literal('changed'),
    stationId: uuid,
    what: z.enum([
      'station',
      'devices',
      'energy',
      'array',
      'commands',
      'alarms',
      'orders',
      'messages',
      'upgrades',
      'edges',
    ]),
  }),
])
export type LiveEvent = z.output<typeof liveEvent>

export const telemetryRoutes = routeTable({
  'GET /api/stations/{stationId}/power': {
    summary: "A station's power over one local day, with the clear-sky estimate",
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    query: z.strictObject({ day: z.optional(calendarDay) }),
    output: powerCurve,
    errors: ['date_invalid'],
  },
  'GET /api/stations/{stationId}/energy': {
    summary: "A station's energy by day, month or year",
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    query: periodQuery,
    output: energyBars,
    errors: ['date_invalid'],
  },
  'GET /api/stations/{stationId}/comparison': {
    summary:
      "A station's energy of a month or year beside that of the one before and of the same month a year before: while it still runs, over the same days of each",
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    query: z.extend(periodQuery, { period: z.enum(['month', 'year']) }),
    output: z.strictObject({
      period: z.enum(['month', 'year']),
      /** `YYYY-MM` or `YYYY`. */
      of: z.string(),
      compared,
    }),
    errors: ['date_invalid'],
  },
  'GET /api/stations/{stationId}/balance': {
    summary: 'What a station drew from the grid, fed in, stored and used over a day, month, year or its life',
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    query: dayOrPeriodQuery,
    output: stationBalance,
    errors: ['date_invalid'],
  },
  'GET /api/devices/{deviceId}/curve': {
    summary: "A device's readings over one local day",
    permission: 'device:device:view',
    objects: { deviceId: 'device' },
    query: z.strictObject({ day: z.optional(calendarDay) }),
    output: deviceCurve,
    errors: ['date_invalid'],
  },
  'GET /api/devices/{deviceId}/peers': {
    summary:
      'A device beside its peers over the daylight of one local day, at the same times; without a day the present one, or the one before while it is dark',
    permission: 'device:device:view',
    objects: { deviceId: 'device' },
    query: z.strictObject({ day: z.optional(calendarDay) }),
    output: peerComparison,
    errors: ['date_invalid'],
  },
  'GET /api/devices/{deviceId}/energy': {
    summary: "A device's energy by day, month or year: what it made, or what flowed by one of its counters",
    permission: 'device:device:view',
    objects: { deviceId: 'device' },
    query: z.extend(periodQuery, { counter: z.optional(z.enum(flowViews)) }),
    output: energyBars,
    errors: ['date_invalid'],
  },
  'GET /api/live': {
    summary: 'Live updates as server-sent events, one stream a browser',
    permission: 'signed-in',
    look: true,
    objects: {},
    output: liveEvent,
    stream: true,
  },
  'PUT /api/live/{streamId}': {
    summary: `Name the stations whose single devices the stream wants to hear of (at most ${FOLLOWED_MAX})`,
    permission: 'signed-in',
    objects: { streamId: 'stream', 'body.stations': 'station' },
    body: z.strictObject({ stations: listOf(uuid, FOLLOWED_MAX) }),
    output: z.strictObject({}),
  },
})
