import type { topologyRoutes } from '#contract/http/topology.ts'
import { readableStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Handlers } from '../http/call.ts'
import type { Kitchen } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import { findStation, type StationRow } from '../stations/station-store.ts'
import { DAY_MS } from '../telemetry/partitions.ts'
import { readHeat } from './read-heat.ts'
import { readHeatDay } from './read-heat-day.ts'

const stationIn = async ({ db }: Kitchen, id: string, who: Who, now: number): Promise<StationRow> =>
  (await findStation(db, id, readableStations(who, now))) ?? refuse('not_found')

const times = ({ retentionDays }: Kitchen, now: number) => ({
  now,
  retainedFrom: Math.max(0, now - retentionDays * DAY_MS),
})

export const topologyHandlers: Handlers<typeof topologyRoutes> = {
  'GET /api/stations/{stationId}/heat': async ({ kitchen, params, query, who, now }) => {
    const station = await stationIn(kitchen, params.stationId, who, now)
    const { at, metric = 'power' } = query
    return readHeat(kitchen.db, station, { at, metric }, times(kitchen, now))
  },

  'GET /api/stations/{stationId}/heat-day': async ({ kitchen, params, query, who, now }) => {
    const station = await stationIn(kitchen, params.stationId, who, now)
    const { day, metric = 'power', stepMin } = query
    return readHeatDay(kitchen.db, station, { day, metric, stepMin }, times(kitchen, now))
  },
}
