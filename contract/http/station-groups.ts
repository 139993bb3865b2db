import * as z from 'zod/mini'
import { filledLine, uuid } from '#domain/accounts/fields.ts'
import { GROUP_NAME_MAX, GROUP_STATIONS_MAX, GROUPS_MAX } from '#domain/stations/limits.ts'
import { eachIds, eachOutput, preview } from './each.ts'
import { routeTable } from './route.ts'
import { listOf } from './lists.ts'

const name = filledLine(GROUP_NAME_MAX)
const stationIds = z
  .array(uuid)
  .check(z.minLength(1, { error: 'required' }), z.maxLength(GROUP_STATIONS_MAX, { error: 'too_long' }))

export const stationGroup = z.strictObject({
  id: uuid,
  name: z.string(),
  /** Those that are in sight. */
  stationIds: listOf(uuid, GROUP_STATIONS_MAX),
})

/** Groups of stations that a person has named for themself; nobody else learns of them. */
export const groupRoutes = routeTable({
  'GET /api/station-groups': {
    summary: "The caller's groups of stations, the oldest first",
    permission: 'station:station:view',
    objects: {},
    output: z.strictObject({ groups: listOf(stationGroup, GROUPS_MAX) }),
  },
  'POST /api/station-groups': {
    summary: 'Name a group of stations, to narrow lists by',
    permission: 'station:station:view',
    objects: { 'body.stationIds': 'station' },
    body: z.strictObject({ id: uuid, name, stationIds }),
    output: z.strictObject({ group: stationGroup }),
    errors: ['groups_full', 'required', 'too_long', 'wrong_state'],
    idempotent: true,
    status: 201,
  },
  'PUT /api/station-groups/{groupId}': {
    summary: 'Name a group anew and say which stations are in it',
    permission: 'station:station:view',
    objects: { groupId: 'station_group', 'body.stationIds': 'station' },
    body: z.strictObject({ name, stationIds }),
    output: z.strictObject({ group: stationGroup }),
    errors: ['required', 'too_long'],
  },
  'DELETE /api/station-groups/{groupId}': {
    summary: 'Give a group up; its stations stay',
    permission: 'station:station:view',
    objects: { groupId: 'station_group' },
    output: z.strictObject({}),
  },
  'POST /api/station-groups/{groupId}/members': {
    summary: 'Put stations into a group of the caller, or take them out of it, with a result for each',
    permission: 'station:station:view',
    objects: { groupId: 'station_group', 'body.stationIds': 'station' },
    body: z.strictObject({ stationIds: eachIds, member: z.boolean(), preview }),
    output: eachOutput,
    errors: ['group_empty', 'group_full', 'required', 'too_long'],
    idempotent: true,
    status: 200,
  },
})
