import * as z from 'zod/mini'
import { FAVOURITES_MAX } from '#domain/stations/limits.ts'
import { uuid } from '#domain/accounts/fields.ts'
import { eachIds, eachOutput, preview } from './each.ts'
import { routeTable } from './route.ts'
import { listOf } from './lists.ts'

/** Stations that a person has marked for themself; nobody else learns of it. */
export const favouriteRoutes = routeTable({
  'GET /api/favourites': {
    summary: 'Stations in sight that the caller has marked as favourites, the first marked first',
    permission: 'station:station:view',
    objects: {},
    output: z.strictObject({ stationIds: listOf(uuid, FAVOURITES_MAX) }),
  },
  'PUT /api/stations/{stationId}/favourite': {
    summary: 'Mark a station as a favourite of the caller, or no longer',
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    body: z.strictObject({ favourite: z.boolean() }),
    output: z.strictObject({ favourite: z.boolean() }),
    errors: ['favourites_full'],
  },
  'POST /api/favourites': {
    summary: 'Mark stations as favourites of the caller, or no longer, with a result for each',
    permission: 'station:station:view',
    objects: { 'body.stationIds': 'station' },
    body: z.strictObject({ stationIds: eachIds, favourite: z.boolean(), preview }),
    output: eachOutput,
    errors: ['favourites_full', 'required', 'too_long'],
    idempotent: true,
    status: 200,
  },
})
