import * as z from 'zod/mini'
import { DAY_STEPS_MAX } from '#domain/telemetry/limits.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { deviceKind } from '#domain/devices/fields.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { heatMetrics, heatStates, PLACES_MAX } from '#domain/telemetry/heat.ts'
import { nightDays } from '#domain/telemetry/night-energy.ts'
import { routeTable } from './route.ts'
import { listOf } from './lists.ts'

const metric = z.enum(heatMetrics)

/** What both answers say of the time they speak of. */
const frame = {
  metric,
  timeZone: z.string(),
  /** Of the local day; both null in polar day and night. */
  sunriseAt: z.nullable(instant),
  sunsetAt: z.nullable(instant),
  /** True: the station has more places than are answered (3,000). */
  cut: z.boolean(),
}

/** One place at one instant: W, V or °C as the device that hung there measured it. */
export const heatValue = z.strictObject({
  placeId: uuid,
  kind: deviceKind,
  deviceId: z.nullable(uuid),
  value: z.nullable(z.number()),
  /** When it was measured; of a silent one, when it was last heard. */
  ts: z.nullable(instant),
  state: z.enum(heatStates),
  /** What its device made on `energyDay`, Wh; null = not known, or of an instant that was asked for. */
  dayWh: z.nullable(z.number()),
})

/** Minutes that a step of a day can have. */
export const heatSteps = ['5', '10', '15', '30', '60'] as const

export const topologyRoutes = routeTable({
  'GET /api/stations/{stationId}/heat': {
    summary:
      'What every place of the array gives, now or at an instant within the retention: the reading nearest to it within two reporting intervals, of whichever device hung there',
    permission: 'device:device:view',
    objects: { stationId: 'station' },
    query: z.strictObject({
      /** Epoch ms; absent = now. */
      at: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8_640_000_000_000_000))),
      metric: z.optional(metric),
    }),
    output: z.strictObject({
      ...frame,
      at: instant,
      /** From when single readings are kept. */
      retainedFrom: instant,
      /** The station's reporting time, minutes. */
      reportMin: z.int(),
      /** By night, the day whose light has gone; null = there is light, or it is not known. */
      night: z.nullable(z.enum(nightDays)),
      /** The local day of `dayWh`: the present one, before the light of it comes the one before. */
      energyDay: calendarDay,
      values: listOf(heatValue, PLACES_MAX),
    }),
    errors: ['date_invalid'],
  },
  'GET /api/stations/{stationId}/heat-day': {
    summary:
      'The same along the light hours of one local day, in columns: one number a step and place, in tenths of W, V or °C',
    permission: 'device:device:view',
    objects: { stationId: 'station' },
    query: z.strictObject({
      day: z.optional(calendarDay),
      metric: z.optional(metric),
      /** By default 5 minutes, 15 for more than 600 places; never shorter than the reporting time allows. */
      stepMin: z.optional(z.enum(heatSteps)),
    }),
    output: z.strictObject({
      ...frame,
      day: calendarDay,
      /** Limits of the steps; today they end with the present. */
      from: instant,
      to: instant,
      stepMs: z.int(),
      places: listOf(
        z.strictObject({
          placeId: uuid,
          /** Means of the steps; null = nothing heard. */
          v: listOf(z.nullable(z.int()), DAY_STEPS_MAX),
          /** Steps [from, to) in which it was shut down. */
          off: listOf(z.tuple([z.int(), z.int()]), DAY_STEPS_MAX),
        }),
        PLACES_MAX,
      ),
    }),
    errors: ['date_invalid'],
  },
})
