import * as z from 'zod/mini'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { deviceKind, deviceState } from '#domain/devices/fields.ts'
import { stationConditions } from '#domain/stations/fields.ts'
import { pageLimit } from './lists.ts'
import { routeTable } from './route.ts'
import { person } from './accounts.ts'
import { stationCard } from './stations.ts'

const measured = z.nullable(z.number())
const count = z.int().check(z.minimum(0))

export const overviewRoutes = routeTable({
  'GET /api/home': {
    summary:
      'All that the first screen needs, in one request: the person, sums, the curve, conditions, ranking',
    permission: 'station:station:view',
    objects: {},
    output: z.strictObject({
      person,
      at: instant,
      stations: count,
      conditions: z.record(z.enum(stationConditions), count),
      totals: z.strictObject({
        capacityW: z.number(),
        /** Sum over the stations whose power is known; `powerStations` says how many. */
        powerW: measured,
        powerStations: count,
        powerAt: z.nullable(instant),
        todayWh: measured,
        monthWh: measured,
        yearWh: measured,
        lifetimeWh: measured,
        income: z.array(z.strictObject({ currency: z.string(), today: z.number(), lifetime: z.number() })),
        co2Kg: measured,
      }),
      /** The present day in the zone where most capacity stands. */
      curve: z.strictObject({
        timeZone: z.string(),
        from: instant,
        to: instant,
        stepMs: z.int(),
        ts: z.array(instant),
        powerW: z.array(measured),
        coverage: z.array(z.number()),
        expectedW: z.nullable(z.array(z.number())),
      }),
      /** By equivalent hours of the present local day, best first. */
      ranking: z.array(stationCard),
      /** Worst first: what needs a look. */
      attention: z.array(stationCard),
    }),
  },
  'GET /api/attention': {
    summary:
      'Devices that need a look now, over all stations of the caller: silent, in a fault state, or with a wrong clock',
    permission: 'device:device:view',
    objects: {},
    query: z.strictObject({ limit: z.optional(pageLimit) }),
    output: z.strictObject({
      devices: z.array(
        z.strictObject({
          id: uuid,
          stationId: uuid,
          stationName: z.string(),
          kind: deviceKind,
          sn: z.string(),
          name: z.string(),
          state: z.nullable(deviceState),
          reason: z.enum(['gateway_silent', 'device_silent', 'shutdown', 'clock', 'quarantine']),
          since: z.nullable(instant),
          /** Devices behind a silent gateway; they are not listed one by one. */
          children: count,
          affectedW: measured,
        }),
      ),
      total: count,
    }),
  },
})
