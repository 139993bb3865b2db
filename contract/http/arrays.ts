import * as z from 'zod/mini'
import { instant, uuid, version } from '#domain/accounts/fields.ts'
import { areaInput, conflictCodes, newStringInput, placeChange, stringInput } from '#domain/devices/array.ts'
import {
  DEVICES_AT_ONCE,
  AREAS_OF_STATION,
  EXCHANGES_SHOWN,
  PLACES_OF_STATION,
  STRINGS_OF_STATION,
} from '#domain/devices/limits.ts'
import { deviceKind } from '#domain/devices/fields.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { routeTable } from './route.ts'
import { deviceCurve, energyBars, periodQuery } from './telemetry.ts'
import { listOf } from './lists.ts'

const count = z.int().check(z.minimum(0))

export const stringRow = z.extend(stringInput, {
  id: uuid,
  inverterId: uuid,
  version,
  /** Devices that hang in it now. */
  members: z.strictObject({ optimizers: count, shutdowns: count }),
})

export const areaRow = z.extend(areaInput, { id: uuid, version })

/** Where a device hangs; the place stays when the device is replaced. Rows and columns count from 1. */
export const placeRow = z.strictObject({
  id: uuid,
  kind: deviceKind,
  stringId: z.nullable(uuid),
  position: z.nullable(z.int()),
  areaId: z.nullable(uuid),
  row: z.nullable(z.int()),
  col: z.nullable(z.int()),
  /** Modules of the optimizer: a 1-to-2 has two. */
  modules: z.int(),
  /** W of all its modules together. */
  moduleW: z.nullable(z.number()),
  deviceId: z.nullable(uuid),
  version,
})

/** What a change ran into: the device that is there, and who put it there when a person did. */
export const assignConflict = z.strictObject({
  deviceId: uuid,
  code: z.enum(conflictCodes),
  by: z.nullable(uuid),
  byPerson: z.nullable(z.string()),
  at: z.nullable(instant),
})

/** Another device came into the place. */
export const placeExchange = z.strictObject({
  at: instant,
  oldDeviceId: uuid,
  oldSn: z.string(),
  newDeviceId: uuid,
  newSn: z.string(),
})

/** The newest exchanges of `exchangesTotal`. */
const told = { exchanges: listOf(placeExchange, EXCHANGES_SHOWN), exchangesTotal: count }

export const arrayRoutes = routeTable({
  'GET /api/stations/{stationId}/array': {
    summary: 'The array of a station: its strings, places and areas, in one answer',
    permission: 'device:device:view',
    objects: { stationId: 'station' },
    output: z.strictObject({
      strings: listOf(stringRow, STRINGS_OF_STATION),
      places: listOf(placeRow, PLACES_OF_STATION),
      areas: listOf(areaRow, AREAS_OF_STATION),
      /** Grows with every change. */
      version: count,
    }),
  },
  'POST /api/stations/{stationId}/strings': {
    summary: 'Add a string to an inverter',
    permission: 'device:device:edit',
    objects: { stationId: 'station', 'body.inverterId': 'inverter' },
    body: z.extend(newStringInput, { id: uuid, inverterId: uuid }),
    output: z.strictObject({ string: stringRow }),
    errors: ['array_full', 'string_no_taken', 'string_capacity', 'required', 'wrong_state', 'too_long'],
    idempotent: true,
    status: 201,
  },
  'PUT /api/strings/{stringId}': {
    summary: 'Change a string; the devices in it follow its number',
    permission: 'device:device:edit',
    objects: { stringId: 'string' },
    body: stringInput,
    output: z.strictObject({ string: stringRow, version }),
    errors: ['string_no_taken', 'string_capacity', 'too_long'],
    versioned: true,
  },
  'POST /api/stations/{stationId}/strings/delete': {
    summary: 'Delete strings; their devices and places stay, without a string',
    permission: 'device:device:delete',
    objects: { stationId: 'station', 'body.ids': 'string' },
    body: z.strictObject({
      ids: z.array(uuid).check(z.minLength(1, { error: 'nothing_selected' }), z.maxLength(DEVICES_AT_ONCE)),
    }),
    output: z.strictObject({ deleted: count }),
    errors: ['nothing_selected'],
    idempotent: true,
  },
  'POST /api/stations/{stationId}/areas': {
    summary: 'Add an area: a field of modules that lie side by side',
    permission: 'device:device:edit',
    objects: { stationId: 'station' },
    body: z.extend(areaInput, { id: uuid }),
    output: z.strictObject({ area: areaRow }),
    errors: ['array_full', 'tilt_range', 'azimuth_range', 'wrong_state', 'too_long'],
    idempotent: true,
    status: 201,
  },
  'PUT /api/areas/{areaId}': {
    summary: 'Change an area. Places beyond its new rows and columns lose their spot',
    permission: 'device:device:edit',
    objects: { areaId: 'area' },
    body: areaInput,
    output: z.strictObject({ area: areaRow, version }),
    errors: ['tilt_range', 'azimuth_range', 'too_long'],
    versioned: true,
  },
  'DELETE /api/areas/{areaId}': {
    summary: 'Delete an area; its places stay, without a spot',
    permission: 'device:device:edit',
    objects: { areaId: 'area' },
    output: z.strictObject({}),
  },
  'POST /api/stations/{stationId}/assign': {
    summary:
      'Say where devices hang: string, position and spot in an area; all or nothing. What others have put there is not overwritten: with conflicts nothing is changed, or with `keepOthers` all but the changes in conflict',
    permission: 'device:device:edit',
    objects: {
      stationId: 'station',
      'body.changes.deviceId': 'device',
      'body.changes.placeId': 'place',
      'body.changes.stringId': 'string',
      'body.changes.areaId': 'area',
    },
    body: z.strictObject({
      changes: z.array(placeChange).check(z.minLength(1), z.maxLength(DEVICES_AT_ONCE)),
      keepOthers: z.optional(z.boolean()),
    }),
    output: z.strictObject({
      /** The places of the devices named, as they are now. */
      places: listOf(placeRow, DEVICES_AT_ONCE),
      conflicts: listOf(assignConflict, DEVICES_AT_ONCE),
      /** False: conflicts, and nothing was changed. */
      applied: z.boolean(),
    }),
    errors: ['array_full', 'wrong_state'],
    idempotent: true,
  },
  'GET /api/places/{placeId}/curve': {
    summary: 'The readings of a place over one local day, whichever devices hung there, with their exchanges',
    permission: 'device:device:view',
    objects: { placeId: 'place' },
    query: z.strictObject({ day: z.optional(calendarDay) }),
    output: z.extend(deviceCurve, told),
    errors: ['date_invalid'],
  },
  'GET /api/places/{placeId}/energy': {
    summary:
      'The energy of a place by day, month or year, whichever devices hung there, with all their exchanges',
    permission: 'device:device:view',
    objects: { placeId: 'place' },
    query: periodQuery,
    output: z.extend(energyBars, told),
    errors: ['date_invalid'],
  },
})
