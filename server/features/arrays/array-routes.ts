import type { arrayRoutes } from '#contract/http/arrays.ts'
import { readableStations } from '../accounts/scope.ts'
import { placesOfStation } from '../devices/place-store.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { arrayVersion, areasOfStation, stringsOfStation } from './array-store.ts'
import { assignDevices } from './assign-devices.ts'
import { addArea, deleteArea, editArea } from './change-areas.ts'
import { addString, deleteStrings, editString } from './change-strings.ts'
import { placeCurve, placeEnergy } from './place-history.ts'
import { presentArea, presentPlace, presentString } from './present-array.ts'

export const arrayHandlers: Handlers<typeof arrayRoutes> = {
  'GET /api/stations/{stationId}/array': async ({ context: { db }, params, who, now }) => {
    const { id } =
      (await findStation(db, params.stationId, readableStations(who, now))) ?? refuse('not_found')
    // The version first: what changes meanwhile is newer than it says, never older.
    const version = await arrayVersion(db, id)
    const [strings, places, areas] = await Promise.all([
      stringsOfStation(db, id),
      placesOfStation(db, id),
      areasOfStation(db, id),
    ])
    return {
      strings: strings.map(presentString),
      places: places.map(presentPlace),
      areas: areas.map(presentArea),
      version,
    }
  },

  'POST /api/stations/{stationId}/strings': async (call) => {
    const one = { ...call.body, stationId: call.params.stationId }
    return { string: presentString(await addString(call.context, call, one)) }
  },

  'PUT /api/strings/{stringId}': async (call) => {
    const edit = { id: call.params.stringId, version: call.ifMatch, input: call.body }
    const row = await editString(call.context, call, edit)
    return { string: presentString(row), version: row.version }
  },

  'POST /api/stations/{stationId}/strings/delete': async (call) => {
    const given = { stationId: call.params.stationId, ids: call.body.ids }
    return { deleted: await deleteStrings(call.context, call, given) }
  },

  'POST /api/stations/{stationId}/areas': async (call) => {
    const { id, ...input } = call.body
    return {
      area: presentArea(await addArea(call.context, call, { id, stationId: call.params.stationId, input })),
    }
  },

  'PUT /api/areas/{areaId}': async (call) => {
    const edit = { id: call.params.areaId, version: call.ifMatch, input: call.body }
    const row = await editArea(call.context, call, edit)
    return { area: presentArea(row), version: row.version }
  },

  'DELETE /api/areas/{areaId}': async (call) => {
    await deleteArea(call.context, call, call.params.areaId)
    return {}
  },

  'POST /api/stations/{stationId}/assign': async (call) => {
    const { changes, keepOthers = false } = call.body
    const given = { stationId: call.params.stationId, changes, keepOthers }
    const { places, conflicts, applied } = await assignDevices(call.context, call, given)
    return { places: places.map(presentPlace), conflicts, applied }
  },

  'GET /api/places/{placeId}/curve': async ({ context: { db }, params, query, who, now }) =>
    placeCurve(db, { placeId: params.placeId, day: query.day }, readableStations(who, now), now),

  'GET /api/places/{placeId}/energy': async ({ context: { db }, params, query, who, now }) =>
    placeEnergy(db, { placeId: params.placeId, ...query }, readableStations(who, now), now),
}
