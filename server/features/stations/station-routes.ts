import tzLookup from '@photostructure/tz-lookup'
import { manages } from '../accounts/managing.ts'
import { PAGE_MAX } from '#contract/http/lists.ts'
import type { stationRoutes } from '#contract/http/stations.ts'
import { isTimeZone } from '#domain/telemetry/local-days.ts'
import { readableStations } from '../accounts/scope.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { askedCards } from './asked-cards.ts'
import { createStation } from './create-station.ts'
import { deleteStation } from './delete-station.ts'
import { editContact, editStation } from './edit-station.ts'
import { presentStation } from './present-station.ts'
import { pastPricesOf } from './price-store.ts'
import { liveOf } from './station-live.ts'
import { findStation } from './station-store.ts'

const PAGE = 50

/** The names of the library's data that this runtime does not know are no proposal. */
const zoneAt = (latitude: number, longitude: number): string | null => {
  const zone = tzLookup(latitude, longitude)
  return isTimeZone(zone) ? zone : null
}

export const stationHandlers: Handlers<typeof stationRoutes> = {
  'GET /api/stations': async ({ context, query, who, now }) => {
    const { condition, sort = 'worst', order, cursor, limit = PAGE, ...asked } = query
    const all = await askedCards({ context, who, now }, asked)
    const { page, ...told } = context.cards.page(
      all,
      { sort, order, cursor, limit: Math.min(limit, PAGE_MAX), condition },
      now,
    )
    return { stations: page, ...told }
  },

  'POST /api/stations': async (call) => ({
    station: presentStation(await createStation(call.context, call, call.body)),
  }),

  'GET /api/stations/{stationId}': async ({ context, params, who, now }) => {
    const station =
      (await findStation(context.db, params.stationId, readableStations(who, now))) ?? refuse('not_found')
    const [live] = await liveOf(context, [station], now)
    const past = await pastPricesOf(context.db, [station.id])
    context.visits.note(station.id, who.accountId, now)
    return {
      station: presentStation(station),
      live: live ?? refuse('not_found'),
      managed: manages(who, station),
      pastPrices: past.get(station.id) ?? [],
    }
  },

  'PUT /api/stations/{stationId}': async (call) => {
    const edit = { id: call.params.stationId, version: call.ifMatch, input: call.body }
    return { station: presentStation(await editStation(call.context, call, edit)) }
  },

  'PUT /api/stations/{stationId}/contact': async (call) => {
    const edit = { id: call.params.stationId, version: call.ifMatch, contact: call.body }
    return { station: presentStation(await editContact(call.context, call, edit)) }
  },

  'DELETE /api/stations/{stationId}': async (call) => {
    await deleteStation(call.context, call, { id: call.params.stationId, name: call.body.name })
    return {}
  },

  'GET /api/time-zone': async ({ query }) => ({ timeZone: zoneAt(query.latitude, query.longitude) }),
}
