import type { stringRoutes } from '#contract/http/strings.ts'
import type { topologyRoutes } from '#contract/http/topology.ts'
import { readableStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation, type StationRow } from '../stations/station-store.ts'
import { DAY_MS } from '../telemetry/partition-store.ts'
import { readHeat } from './read-heat.ts'
import { readHeatDay } from './read-heat-day.ts'
import { readStringDay } from './read-string-day.ts'
import { readInverterStrings, readStringsNow } from './read-strings.ts'

const stationIn = async ({ db }: Context, id: string, who: Who, now: number): Promise<StationRow> =>
  (await findStation(db, id, readableStations(who, now))) ?? refuse('not_found')

const times = ({ retentionDays }: Context, now: number) => ({
  now,
  retainedFrom: Math.max(0, now - retentionDays * DAY_MS),
})

export const topologyHandlers: Handlers<typeof topologyRoutes> = {
  'GET /api/stations/{stationId}/heat': async ({ context, params, query, who, now }) => {
    const station = await stationIn(context, params.stationId, who, now)
    const { at, metric = 'power' } = query
    return readHeat(context.db, station, { at, metric }, times(context, now))
  },

  'GET /api/stations/{stationId}/heat-day': async ({ context, params, query, who, now }) => {
    const station = await stationIn(context, params.stationId, who, now)
    const { day, metric = 'power', stepMin } = query
    return readHeatDay(context.db, station, { day, metric, stepMin }, times(context, now))
  },
}

export const stringHandlers: Handlers<typeof stringRoutes> = {
  'GET /api/stations/{stationId}/strings-now': async ({ context, params, who, now }) =>
    readStringsNow(context.db, await stationIn(context, params.stationId, who, now), now),

  'GET /api/devices/{deviceId}/strings': async ({ context, params, who, now }) =>
    readInverterStrings(context.db, params.deviceId, readableStations(who, now), now),

  'GET /api/strings/{stringId}/day': async ({ context, params, query, who, now }) =>
    readStringDay(context.db, { stringId: params.stringId, day: query.day }, readableStations(who, now), now),
}
