import * as z from 'zod/mini'
import { CHECK_INS_SHOWN } from '#domain/stations/limits.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { sitePhone } from '#domain/stations/check-in.ts'
import { routeTable } from './route.ts'
import { listOf } from './lists.ts'

/** Somebody who has said that they are at a station. While they are, its devices are theirs alone to control. */
export const checkIn = z.strictObject({
  id: uuid,
  /** null for those the station is only shown to. */
  person: z.nullable(z.strictObject({ id: uuid, name: z.string() })),
  /** Where they are reached; null = not said, or not for the caller to know. */
  phone: z.nullable(z.string()),
  since: instant,
  /** It ends by itself then. */
  until: instant,
  mine: z.boolean(),
})

export const checkInRoutes = routeTable({
  'GET /api/stations/{stationId}/check-ins': {
    summary: 'Who is checked in at a station, the earliest first',
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    output: z.strictObject({
      /** The first of `total`; the caller's own is among them. */
      checkIns: listOf(checkIn, CHECK_INS_SHOWN),
      total: z.int().check(z.minimum(0)),
      /** The caller may check in here. */
      may: z.boolean(),
      /** Another station at which the caller is checked in: checking in here ends that. */
      elsewhere: z.nullable(z.strictObject({ stationId: uuid, name: z.string() })),
      /** The number given last time, else the caller's sign-in name when it is one. */
      phone: z.string(),
    }),
  },
  'POST /api/stations/{stationId}/check-in': {
    summary:
      'Check in: for twelve hours, or until checking out, only the caller controls devices there. Again: another number, and twelve hours from now',
    permission: 'om:order:handle',
    objects: { stationId: 'station' },
    body: z.strictObject({
      /** Where the caller is reached; absent = as last time. */
      phone: z.optional(sitePhone),
    }),
    output: z.strictObject({ checkIn }),
    errors: ['phone_format'],
    idempotent: true,
    status: 201,
  },
  'DELETE /api/stations/{stationId}/check-in': {
    summary: 'Check out; who is not checked in stays so',
    permission: 'om:order:handle',
    objects: { stationId: 'station' },
    output: z.strictObject({}),
  },
})
