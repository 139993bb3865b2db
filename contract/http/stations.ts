// Longer than most files: the fields of a station, its figures and its routes are read together.
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { byKind, deviceKinds } from '#domain/devices/kinds.ts'
import { houseDoubts } from '#domain/telemetry/balance-now.ts'
import { nightDays } from '#domain/telemetry/night-energy.ts'
import * as z from 'zod/mini'
import { stationSorts } from '#domain/stations/station-kinds.ts'
import { REGION_MAX, CURRENCIES_MAX, PAST_PRICES_MAX } from '#domain/stations/limits.ts'
import { instant, line, searchText, uuid, version } from '#domain/accounts/fields.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import {
  calendarDay,
  capacityUnit,
  carbon,
  countryCode,
  money,
  stationContact,
  stationInput,
  stationType,
} from '#domain/stations/fields.ts'
import { limited, switchedOff } from './held-back.ts'
import { listOrder, pageCursor, pageLimit, listOf, PAGE_MAX } from './lists.ts'
import { routeTable } from './route.ts'

const condition = z.enum(stationConditions)
const count = z.int().check(z.minimum(0))
/** W or Wh; null = unknown, never 0. */
const measured = z.nullable(z.number())

/**
 * Share of the inverters' rated power and time that a figure of energy, money or CO2 rests on, 0 to 1: below 1
 * something is missing of it (never heard, silent, lost in a reset). null = unknown; nothing is claimed of it.
 */
export const coverageShare = z.nullable(z.number().check(z.minimum(0), z.maximum(1)))

/** Of the figures of a day, a month, a year and the whole life. */
export const coverageShares = z.strictObject({
  today: coverageShare,
  month: coverageShare,
  year: coverageShare,
  lifetime: coverageShare,
})

/**
 * The day whose light has gone, what was made on it, Wh (above 0), and the share of its capacity that is known: what is
 * shown by night in place of the power.
 */
export const stationNight = z.strictObject({
  day: z.enum(nightDays),
  wh: z.number(),
  coverage: coverageShare,
})
/** null = there is light, or power; it is not known whether; nothing is known to have been made on that day. */
const night = z.nullable(stationNight)

/** A station as a card in a list. */
export const stationCard = z.strictObject({
  id: uuid,
  code: z.string(),
  name: z.string(),
  type: stationType,
  country: countryCode,
  region: z.string(),
  timeZone: z.string(),
  latitude: z.number(),
  north: z.boolean(),
  longitude: z.number(),
  east: z.boolean(),
  capacity: z.number(),
  capacityUnit,
  capacityW: z.number(),
  condition,
  /** Sum of the inverters' newest live readings that are not stale; null when none is. */
  powerW: measured,
  /** Instant of the oldest reading in that sum. */
  powerAt: z.nullable(instant),
  todayWh: measured,
  todayCoverage: coverageShare,
  /** kWh / kWp of the station's present day, of the part of the capacity that is known. */
  equivalentHours: measured,
  night,
  switchedOff,
  limited: z.nullable(limited),
  /** Devices that are offline or in a fault state. */
  attention: count,
  /** Alarms that are not closed. */
  openAlarms: count,
  /** The gravest level of theirs. */
  worstAlarm: z.nullable(z.enum(alarmLevels)),
  lastHeardAt: z.nullable(instant),
  imageFileId: z.nullable(uuid),
  /** Only in an administrator's list of deleted stations. */
  deletedAt: z.nullable(instant),
})

export const stationFields = z.strictObject({
  id: uuid,
  code: z.string(),
  name: z.string(),
  companyId: uuid,
  companyName: z.string(),
  ownerAccountId: z.nullable(uuid),
  /** The name of the owner's account; null without one. */
  ownerAccountName: z.nullable(z.string()),
  ownerName: z.string(),
  type: stationType,
  timeZone: z.string(),
  latitude: z.number(),
  north: z.boolean(),
  longitude: z.number(),
  east: z.boolean(),
  address: z.string(),
  region: z.string(),
  country: countryCode,
  reportMin: z.int(),
  gridConnectedOn: z.nullable(calendarDay),
  capacity: z.number(),
  capacityUnit,
  capacityW: z.number(),
  tiltDeg: z.nullable(z.number()),
  azimuthDeg: z.nullable(z.number()),
  phoneCountry: z.nullable(countryCode),
  phone: z.string(),
  tariff: z.nullable(money),
  co2: z.nullable(carbon),
  imageFileId: z.nullable(uuid),
  /** Yield before the first reading, Wh; null = nobody has entered one. */
  yieldBeforeWh: measured,
  createdAt: instant,
  /** A deleted station is there for administrators alone, to be read and never changed. */
  deletedAt: z.nullable(instant),
  version,
})

/** What flows at a station now, besides what its inverters give. Powers in W, each as old as its reading. */
export const balanceNow = z.strictObject({
  /** At the connection to the grid: positive = drawn, negative = fed in; null = no meter stands there, or several may. */
  grid: z.nullable(z.strictObject({ powerW: measured, at: z.nullable(instant) })),
  /** All batteries together: positive = discharging; `at` of the oldest reading, `socPct` their mean; null = there are none. */
  battery: z.nullable(
    z.strictObject({ powerW: measured, at: z.nullable(instant), socPct: measured, ratedW: measured }),
  ),
  /** What is used: what is made, drawn and discharged, less what is fed in and charged. */
  houseW: measured,
  /** Why it is unknown; null = it is known. */
  doubt: z.nullable(z.enum(houseDoubts)),
})

/** The figures of a station now. Day, month and year are those of the station's zone. */
export const stationLive = z.strictObject({
  stationId: uuid,
  at: instant,
  condition,
  powerW: measured,
  powerAt: z.nullable(instant),
  /** null = the station has neither a meter that may stand at the connection to the grid nor a battery. */
  balance: z.nullable(balanceNow),
  /** Into the inverters, W; null where one that runs does not say it. */
  dcW: measured,
  /** Estimate for a clear sky at this moment, W. */
  expectedW: measured,
  /** What the irradiance allows that a weather station measures in the plane of the modules, W; null = none does. */
  litW: measured,
  todayWh: measured,
  /** Part of today's energy may belong to a span of several days. */
  todayShared: z.boolean(),
  /** Of the local day before the present one: what the station says first until the sun is back. */
  yesterdayWh: measured,
  yesterdayCoverage: coverageShare,
  night,
  monthWh: measured,
  yearWh: measured,
  /** Energy of spans over the edge of the month or the year: up to so much more may belong to it. */
  monthSharedWh: z.number(),
  yearSharedWh: z.number(),
  /** With what the station had yielded before its first reading, where somebody has entered it. */
  lifetimeWh: measured,
  lifetimeBeforeWh: measured,
  /** The local day of the first reading; null = none. */
  lifetimeSince: z.nullable(calendarDay),
  coverage: coverageShares,
  /** kWh / kWp of the present day, of the part of the capacity that is known. */
  equivalentHours: measured,
  /** In the currency of the present price, each day at the price that was in force; null without a price now. */
  income: z.nullable(
    z.strictObject({
      today: measured,
      yesterday: measured,
      month: measured,
      year: measured,
      lifetime: measured,
      currency: z.string(),
      /** What was earned in another currency, before the price changed to this one. */
      earlier: listOf(
        z.strictObject({ currency: z.string(), month: measured, year: measured, lifetime: measured }),
        CURRENCIES_MAX,
      ),
    }),
  ),
  co2Kg: measured,
  lastHeardAt: z.nullable(instant),
  devices: z.strictObject(byKind(deviceKinds, () => z.strictObject({ total: count, online: count }))),
  switchedOff,
  limited: z.nullable(limited),
  attention: count,
  /** Sunrise and sunset of the present local day; null in polar day and night, and without a position. */
  sunriseAt: z.nullable(instant),
  sunsetAt: z.nullable(instant),
  /** The first sunrise to come; null = none within half a year, or the position is not known. */
  nextSunriseAt: z.nullable(instant),
  polar: z.nullable(z.enum(['day', 'night'])),
})

const fieldErrors = [
  'station_name_length',
  'station_name_characters',
  'station_name_start',
  'latitude_range',
  'longitude_range',
  'reporting_range',
  'capacity_format',
  'tilt_range',
  'azimuth_range',
  'price_range',
  'currency_format',
  'carbon_range',
  'yield_range',
  'time_zone_unknown',
  'country_unknown',
  'date_invalid',
  'phone_format',
] as const

export const stationRoutes = routeTable({
  'GET /api/stations': {
    summary: 'Stations that the caller may see: search, filter, sort, page by page',
    permission: 'station:station:view',
    objects: { 'query.groupId': 'station_group', 'query.companyId': 'company' },
    query: z.strictObject({
      search: z.optional(searchText),
      condition: z.optional(condition),
      type: z.optional(stationType),
      country: z.optional(countryCode),
      region: z.optional(line(REGION_MAX)),
      capacityFromW: z.optional(z.coerce.number().check(z.minimum(0))),
      capacityToW: z.optional(z.coerce.number().check(z.minimum(0))),
      /** An administrator's list of deleted stations; empty for everybody else. */
      deleted: z.optional(z.literal('true')),
      /** Only those that the caller has marked. */
      favourite: z.optional(z.literal('true')),
      /** Only those of a group of the caller. */
      groupId: z.optional(uuid),
      /** Only those of a company that the caller may see. */
      companyId: z.optional(uuid),
      sort: z.optional(z.enum(stationSorts)),
      /** Names rise where nothing is said, all else falls. */
      order: z.optional(listOrder),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      stations: listOf(stationCard, PAGE_MAX),
      next: z.nullable(z.string()),
      /** All that match, whatever the page. */
      total: count,
      conditions: z.record(condition, count),
    }),
    errors: ['country_unknown'],
  },
  'POST /api/stations': {
    summary: 'Create a station; the code is given by the server',
    permission: 'station:station:create',
    objects: { 'body.companyId': 'company', 'body.ownerAccountId': 'account', 'body.imageFileId': 'file' },
    body: z.extend(stationInput, { id: uuid }),
    output: z.strictObject({ station: stationFields }),
    errors: [...fieldErrors, 'wrong_state'],
    idempotent: true,
    status: 201,
  },
  'GET /api/stations/{stationId}': {
    summary: 'A station: its fields and its figures now',
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    output: z.strictObject({
      station: stationFields,
      live: stationLive,
      /** Whether it may be changed by whoever asks, given the permission: one that is shared to be looked at may not. */
      managed: z.boolean(),
      /** Prices that were in force before the present one, oldest first: up to the day before `untilDay`. */
      pastPrices: listOf(
        z.strictObject({ untilDay: calendarDay, price: z.nullable(money) }),
        PAST_PRICES_MAX,
      ),
    }),
  },
  'PUT /api/stations/{stationId}': {
    summary: 'Change a station. A new reporting time is sent to its gateways as their setting',
    permission: 'station:station:edit',
    objects: {
      stationId: 'station',
      'body.companyId': 'company',
      'body.ownerAccountId': 'account',
      'body.imageFileId': 'file',
    },
    body: stationInput,
    output: z.strictObject({ station: stationFields }),
    errors: [...fieldErrors, 'prices_full'],
    versioned: true,
  },
  'PUT /api/stations/{stationId}/contact': {
    summary: 'Change whom to call about a station, and nothing else of it',
    permission: 'station:contact:edit',
    objects: { stationId: 'station' },
    body: stationContact,
    output: z.strictObject({ station: stationFields }),
    errors: ['phone_format', 'country_unknown'],
    versioned: true,
  },
  'DELETE /api/stations/{stationId}': {
    summary:
      'Delete a station; its name has to be typed. Its devices leave it and its gateways lose their logins and connections at once. Administrators can still read it',
    permission: 'station:station:delete',
    objects: { stationId: 'station' },
    body: z.strictObject({ name: line(60) }),
    output: z.strictObject({}),
    errors: ['station_name_differs'],
  },
  'GET /api/time-zone': {
    summary: 'The time zone proposed for a position, with its present local time',
    permission: 'signed-in',
    objects: {},
    query: z.strictObject({
      latitude: z.coerce.number().check(z.minimum(-90), z.maximum(90)),
      longitude: z.coerce.number().check(z.minimum(-180), z.maximum(180)),
    }),
    output: z.strictObject({ timeZone: z.nullable(z.string()) }),
  },
})
