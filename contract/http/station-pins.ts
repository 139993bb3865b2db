import * as z from 'zod/mini'
import { uuid } from '#domain/accounts/fields.ts'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { areaPattern, FINEST_GRID, readArea, ZOOM_MAX } from '#domain/stations/map-grid.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import { listOf } from './lists.ts'
import { routeTable } from './route.ts'
import { stationRoutes } from './stations.ts'

/** So many stations are pins of a map, each for itself; of more those near each other are told together. */
export const PINS_MAX = 1_000
/** Pins and groups that one answer tells of more. */
export const MARKS_MAX = 400
/** Of stations that are told in groups the worst are told one by one, too. */
export const WORST_MAX = 50

const count = z.int().check(z.minimum(0))
/** Degrees, north and east positive. */
const latitude = z.number().check(z.minimum(-90), z.maximum(90))
const longitude = z.number().check(z.minimum(-180), z.maximum(180))

const pin = z.strictObject({
  id: uuid,
  name: z.string(),
  latitude,
  longitude,
  condition: z.enum(stationConditions),
  powerW: z.nullable(z.number()),
  capacityW: z.number(),
  /** Alarms that are not closed. */
  openAlarms: count,
  worstAlarm: z.nullable(z.enum(alarmLevels)),
})

export const pinRoutes = routeTable({
  'GET /api/station-pins': {
    summary: `Where the stations stand that match, for a map: up to ${PINS_MAX} one by one, of more at most ${MARKS_MAX} pins and groups`,
    permission: 'station:station:view',
    look: true,
    objects: { 'query.groupId': 'station_group', 'query.companyId': 'company' },
    query: z.extend(
      z.omit(stationRoutes['GET /api/stations'].query, {
        sort: true,
        cursor: true,
        limit: true,
      }),
      {
        /**
         * What the map shows: west, south, east, north, degrees, divided by commas; west of more than east goes over 180°.
         * Of an area up to ${MARKS_MAX} stations are told one by one. Without one: all.
         */
        area: z.optional(
          z.string().check(
            z.maxLength(100),
            z.regex(areaPattern),
            z.refine((text) => readArea(text) !== null),
          ),
        ),
        /** Of the map, whose world is 256 * 2^zoom pixels wide: groups are no finer than it can show. */
        zoom: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(ZOOM_MAX))),
      },
    ),
    output: z.strictObject({
      /** Worst first. With groups beside them: those that stand alone in a cell of the grid. */
      pins: listOf(pin, PINS_MAX),
      /** The grid by which stations are told together, of 2^grid cells a side of the Mercator world; null: all stand in `pins`. */
      grid: z.nullable(z.int().check(z.minimum(0), z.maximum(FINEST_GRID))),
      groups: listOf(
        z.strictObject({
          /** Of its cell. */
          id: z.string(),
          /** Their middle. */
          latitude,
          longitude,
          /** The narrowest area that holds them. */
          west: longitude,
          south: latitude,
          east: longitude,
          north: latitude,
          stations: count,
          /** How many are in which; those that none is in are left out. */
          conditions: z.partialRecord(z.enum(stationConditions), count),
          /** The worst of them. */
          condition: z.enum(stationConditions),
          openAlarms: count,
          worstAlarm: z.nullable(z.enum(alarmLevels)),
        }),
        MARKS_MAX,
      ),
      /** With groups: the worst stations of the area, wherever they are told. */
      worst: listOf(pin, WORST_MAX),
      /** Stations that match and have no position, wherever the map is: 0° 0° is in the sea and counts as not entered. */
      unplaced: count,
      total: count,
      conditions: z.record(z.enum(stationConditions), count),
    }),
    errors: ['country_unknown'],
  },
})
