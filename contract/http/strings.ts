import * as z from 'zod/mini'
import { STRING_POINTS_MAX } from '#domain/telemetry/limits.ts'
import { MPPT_NO_MAX, STRING_NO_MAX, STRINGS_OF_STATION } from '#domain/devices/limits.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { heatStates } from '#domain/telemetry/heat.ts'
import { nightDays } from '#domain/telemetry/night-energy.ts'
import { stringMeans, unmeasuredWhys } from '#domain/telemetry/string-source.ts'
import { routeTable } from './route.ts'
import { listOf } from './lists.ts'

const measured = z.nullable(z.number())
const count = z.int().check(z.minimum(0))
/** 0 to 1; null where nothing was to be known. */
const share = z.nullable(z.number().check(z.minimum(0), z.maximum(1)))

/** What tells of a string; `why` nothing does. */
const source = {
  by: z.nullable(z.enum(stringMeans)),
  why: z.nullable(z.enum(unmeasuredWhys)),
}

/** A string now: W, A, V as its source measures them, of optimizers V as its tracker does; null = not measured, or too old. */
export const stringNow = z.strictObject({
  state: z.enum(heatStates),
  powerW: measured,
  currentA: measured,
  voltageV: measured,
  /** When it was measured, or last heard. */
  ts: z.nullable(instant),
  /** Of optimizers: how many of all the power is the sum of; of others 1 of 1. */
  known: count,
  all: count,
})

/** Wh, and the share of the light (of optimizers: of them and their days) that it is known of. */
const energy = z.strictObject({ wh: measured, coverage: share })

/** By night, the day whose light has gone; null = there is light, or it is not known. */
const night = z.nullable(z.enum(nightDays))

const identity = {
  id: uuid,
  inverterId: uuid,
  no: z.int(),
  name: z.string(),
  mpptNo: z.nullable(z.int()),
  capacityW: measured,
}

export const stringRoutes = routeTable({
  'GET /api/stations/{stationId}/strings-now': {
    summary: 'What every string of a station gives now, and what tells of it',
    permission: 'device:device:view',
    objects: { stationId: 'station' },
    output: z.strictObject({
      timeZone: z.string(),
      strings: listOf(z.strictObject({ ...identity, ...source, now: stringNow }), STRINGS_OF_STATION),
    }),
  },
  'GET /api/devices/{deviceId}/strings': {
    summary:
      'The strings of an inverter beside each other: their energy of today and yesterday, and how far each is from the median of those of the same plane that are measured alike. Empty for another kind of device',
    permission: 'device:device:view',
    objects: { deviceId: 'inverter' },
    output: z.strictObject({
      timeZone: z.string(),
      night,
      /** The day that is compared: yesterday while today has too little light; null = nothing could be compared. */
      compared: z.nullable(z.strictObject({ day: calendarDay, from: instant, to: instant })),
      /** What each of its trackers gives now, W; none while it is not heard. */
      mppts: listOf(z.strictObject({ no: z.int(), powerW: measured }), MPPT_NO_MAX),
      strings: listOf(
        z.strictObject({
          ...identity,
          ...source,
          now: stringNow,
          today: energy,
          yesterday: energy,
          /** -0.18 = 18 % below the median of its peers. */
          share: measured,
          peers: count,
          /** Its peers agree, and it is below them. */
          odd: z.boolean(),
          /** Those measured alike all lie in another plane, so that it is compared with none. */
          turned: z.boolean(),
        }),
        STRING_NO_MAX,
      ),
    }),
  },
  'GET /api/strings/{stringId}/day': {
    summary:
      'A string over one local day: power and current at each reading, with the energy of the day, of the days around now and of the month',
    permission: 'device:device:view',
    objects: { stringId: 'string' },
    query: z.strictObject({ day: z.optional(calendarDay) }),
    output: z.strictObject({
      ...identity,
      ...source,
      stationId: uuid,
      inverter: z.string(),
      timeZone: z.string(),
      now: stringNow,
      night,
      /** The day that is drawn. */
      day: calendarDay,
      from: instant,
      to: instant,
      /** A silence is a row of nulls. */
      ts: listOf(instant, STRING_POINTS_MAX),
      powerW: listOf(measured, STRING_POINTS_MAX),
      currentA: listOf(measured, STRING_POINTS_MAX),
      energy,
      today: energy,
      yesterday: energy,
      /** From the first of the month on. */
      month: energy,
    }),
    errors: ['date_invalid'],
  },
})
