import * as z from 'zod/mini'
import { uuid } from '#domain/accounts/fields.ts'
import { alarmRow } from './alarms.ts'
import { checkIn } from './check-ins.ts'
import { pageLimit, listOf, PAGE_MAX } from './lists.ts'
import { routeTable } from './route.ts'
import { orderRow } from './work-orders.ts'

const count = z.int().check(z.minimum(0))
/** How many rows of each list somebody wants; of more there is a count. */
const fleetLimit = z.optional(pageLimit)

/** What a screen for a whole fleet shows beside figures: over all stations of the caller, each list short. */
export const fleetRoutes = routeTable({
  'GET /api/check-ins': {
    summary: 'Who is on site now, over all stations of the caller: whoever checked in last first',
    permission: 'station:station:view',
    look: true,
    objects: {},
    query: z.strictObject({ limit: fleetLimit }),
    output: z.strictObject({
      checkIns: listOf(
        z.extend(checkIn, {
          station: z.strictObject({ id: uuid, name: z.string(), timeZone: z.string() }),
          /** What they work at there; null: nothing in progress, or not for the caller to know. */
          order: z.nullable(z.pick(orderRow, { id: true, no: true, name: true, names: true, type: true })),
        }),
        PAGE_MAX,
      ),
      total: count,
    }),
  },
  'GET /api/orders/due': {
    summary: 'Open orders by the clock: those overdue, the longest first, and those that are due next',
    permission: 'om:order:view',
    look: true,
    objects: {},
    query: z.strictObject({ limit: fleetLimit }),
    output: z.strictObject({
      overdue: listOf(orderRow, PAGE_MAX),
      next: listOf(orderRow, PAGE_MAX),
      counts: z.strictObject({
        overdue: count,
        /** Within 24 hours from now. */
        dueSoon: count,
        /** All open ones, with a time or without. */
        open: count,
      }),
    }),
  },
  'GET /api/alarms/newest': {
    summary: 'Open alarms by their newest occurrence, whatever their level: the newest first',
    permission: 'om:alarm:view',
    look: true,
    objects: {},
    query: z.strictObject({ limit: fleetLimit }),
    output: z.strictObject({ alarms: listOf(alarmRow, PAGE_MAX), total: count }),
  },
})
