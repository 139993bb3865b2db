import * as z from 'zod/mini'
import { CURRENCIES_MAX, HOME_LIST, RIBBON_CELLS, STATIONS_SHOWN } from '#domain/stations/limits.ts'
import { attentionReasons } from '#domain/stations/station-kinds.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { deviceKind, deviceState } from '#domain/devices/fields.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { lightBands } from '#domain/stations/hero.ts'
import { limited } from './held-back.ts'
import { pageLimit, listOf, PAGE_MAX } from './lists.ts'
import { routeTable } from './route.ts'
import { person } from './accounts.ts'
import { coverageShare, coverageShares, stationCard, stationLive } from './stations.ts'
import { powerColumns } from './telemetry.ts'

const measured = z.nullable(z.number())
const count = z.int().check(z.minimum(0))

/** W of all stations together: of `known` of the `of` stations where it is measured. */
const flowSum = z.strictObject({ powerW: measured, known: count, of: count })

export const overviewRoutes = routeTable({
  'GET /api/home': {
    summary:
      'All that the first screen needs, in one request: the person, sums, the curve, conditions, ranking',
    permission: 'station:station:view',
    look: true,
    objects: {},
    output: z.strictObject({
      person,
      at: instant,
      stations: count,
      conditions: z.record(z.enum(stationConditions), count),
      /** Alarms that are not closed. */
      openAlarms: z.record(z.enum(alarmLevels), count),
      totals: z.strictObject({
        capacityW: z.number(),
        /** Sum over the stations whose power is known; `powerStations` says how many. */
        powerW: measured,
        powerStations: count,
        powerAt: z.nullable(instant),
        todayWh: measured,
        monthWh: measured,
        yearWh: measured,
        /** Energy of spans over the edge of the month or the year, of any station: up to so much more may belong to it. */
        monthSharedWh: z.number(),
        yearSharedWh: z.number(),
        lifetimeWh: measured,
        /** What of it was yielded before the first readings, as entered; and the earliest of those, a local day. */
        lifetimeBeforeWh: measured,
        lifetimeSince: z.nullable(calendarDay),
        /** Of the capacity of all stations; the one of `lifetime` is also that of `co2Kg`. */
        coverage: coverageShares,
        income: listOf(
          z.strictObject({
            currency: z.string(),
            /** Each day at the price that was in force. */
            today: z.number(),
            month: z.number(),
            year: z.number(),
            lifetime: z.number(),
            /** Of the capacity of the stations with a tariff in this currency. */
            todayCoverage: coverageShare,
            monthCoverage: coverageShare,
            yearCoverage: coverageShare,
            lifetimeCoverage: coverageShare,
          }),
          CURRENCIES_MAX,
        ),
        co2Kg: measured,
      }),
      /**
       * What flows now besides what inverters give, each null where no station measures it. Grid: positive = drawn;
       * battery: positive = discharging; house: what is used, of the stations with a meter at the grid connection.
       */
      flows: z.nullable(
        z.strictObject({
          house: z.nullable(flowSum),
          grid: z.nullable(flowSum),
          battery: z.nullable(flowSum),
        }),
      ),
      /** The stations by the light that each has now. */
      light: z.strictObject({
        /** Stations that have light enough for their power to say something; `up`: those whose sun has risen. */
        bright: count,
        up: count,
        /** Power by what the sky allows, or the measured irradiance, of the `compared` stations of which both are known. */
        share: z.nullable(z.number()),
        compared: count,
        /** The earliest of all stations. */
        nextSunrise: z.nullable(z.strictObject({ at: instant, timeZone: z.string(), station: z.string() })),
        /** Of each station the day that has light or had it last: the present one, before sunrise the one before. */
        lastDay: z.strictObject({
          wh: measured,
          coverage: coverageShare,
          income: listOf(z.strictObject({ currency: z.string(), amount: z.number() }), CURRENCIES_MAX),
        }),
        /** All stations, each in one: `low` below half of what its sky allows, `part` below four fifths. */
        bands: z.record(z.enum(lightBands), count),
        /** Worst first; of more stations than fit the first. */
        cells: listOf(
          z.strictObject({
            id: uuid,
            name: z.string(),
            band: z.enum(lightBands),
            share: z.nullable(z.number()),
            powerW: measured,
          }),
          RIBBON_CELLS,
        ),
        /** Clocks that the stations go by: of more than one, a sum over a day has as many humps. */
        clocks: count,
      }),
      /** The one station of somebody who has no other, as its own page knows it. */
      only: z.nullable(
        z.strictObject({
          id: uuid,
          timeZone: z.string(),
          capacityW: z.number(),
          reportMin: z.int(),
          live: stationLive,
        }),
      ),
      /** What income and CO2 were computed with, most stations first; each station keeps its own, with its source. */
      factors: z.strictObject({
        tariffs: listOf(
          z.strictObject({ perKwh: z.number(), currency: z.string(), source: z.string(), stations: count }),
          HOME_LIST,
        ),
        /** Stations without a tariff: no part of the income. */
        unpriced: count,
        carbon: listOf(
          z.strictObject({ kgPerKwh: z.number(), source: z.string(), stations: count }),
          HOME_LIST,
        ),
      }),
      /**
       * Of all stations together. `day`: their present day. `last24h`, of stations that go by several clocks: up to the
       * end of the step that is running; `timeZone` is the one where most capacity stands.
       */
      curve: z.extend(powerColumns, {
        span: z.enum(['day', 'last24h']),
        /** Of `timeZone`: ms ahead of UTC, null when the clocks are turned about this day; what it is called. */
        zone: z.strictObject({
          utcOffsetMs: z.nullable(z.int()),
          names: z.strictObject({ zh_CN: z.string(), en: z.string() }),
        }),
      }),
      /** By equivalent hours of the present local day, best first; each of the part of its capacity that is known. */
      ranking: listOf(stationCard, HOME_LIST),
      /** By equivalent hours of the present local month, best first. */
      monthRanking: listOf(
        z.strictObject({
          id: uuid,
          name: z.string(),
          monthWh: z.number(),
          equivalentHours: z.number(),
          coverage: coverageShare,
        }),
        HOME_LIST,
      ),
      /** Worst first: what needs a look, or has an open alarm; of `attentionTotal` the first. */
      attention: listOf(stationCard, HOME_LIST),
      attentionTotal: count,
      /**
       * Devices that were added an hour ago or more and never heard, those awaited longest first; what stands behind a
       * gateway that is silent itself is that gateway's. The first of `total`.
       */
      neverHeard: z.strictObject({
        devices: listOf(
          z.strictObject({
            id: uuid,
            name: z.string(),
            sn: z.string(),
            stationId: uuid,
            stationName: z.string(),
          }),
          HOME_LIST,
        ),
        total: count,
      }),
    }),
  },
  'GET /api/about': {
    summary: 'What this installation runs on: the versions to name when asking for help',
    permission: 'signed-in',
    objects: {},
    output: z.strictObject({
      server: z.string(),
      node: z.string(),
      database: z.string(),
      /** The newest change of the schema that has run. */
      schema: z.string(),
      /** null: a broker of one's own (`MQTT_URL`). */
      broker: z.nullable(z.string()),
    }),
  },
  'GET /api/attention': {
    summary:
      'Devices that need a look now, over all stations of the caller: silent, in a fault state, or with a wrong clock',
    permission: 'device:device:view',
    objects: {},
    query: z.strictObject({ limit: z.optional(pageLimit) }),
    output: z.strictObject({
      devices: listOf(
        z.strictObject({
          id: uuid,
          stationId: uuid,
          stationName: z.string(),
          kind: deviceKind,
          sn: z.string(),
          name: z.string(),
          state: z.nullable(deviceState),
          reason: z.enum(attentionReasons),
          since: z.nullable(instant),
          /** Devices behind a silent gateway; they are not listed one by one. */
          children: count,
          affectedW: measured,
        }),
        PAGE_MAX,
      ),
      total: count,
      /** What stands still because somebody wanted it, a station each: the newest of `switchedOffTotal`. It needs no look. */
      switchedOff: listOf(
        z.strictObject({
          stationId: uuid,
          stationName: z.string(),
          timeZone: z.string(),
          devices: count,
          at: instant,
          by: z.nullable(z.string()),
        }),
        STATIONS_SHOWN,
      ),
      switchedOffTotal: count,
      /** What a limit of power holds down that somebody set, a station each: the newest of `limitedTotal`. It needs no look. */
      limited: listOf(
        z.extend(limited, { stationId: uuid, stationName: z.string(), timeZone: z.string() }),
        STATIONS_SHOWN,
      ),
      limitedTotal: count,
    }),
  },
})
