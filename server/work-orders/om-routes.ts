import type { omRoutes } from '#contract/http/om.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Handlers } from '../http/call.ts'
import { refuse } from '../refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { periodOf, readOm } from './om-figures.ts'
import { omTable } from './om-table.ts'

export const omHandlers: Handlers<typeof omRoutes> = {
  'GET /api/stations/{stationId}/om': async ({ kitchen, params, query, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(kitchen.db, params.stationId, scope)) ?? refuse('not_found')
    return { om: await readOm(kitchen.db, station, periodOf(query, station.time_zone, now), now) }
  },

  'GET /api/stations/{stationId}/om/table': async ({ kitchen, params, query, who, now, language }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(kitchen.db, params.stationId, scope)) ?? refuse('not_found')
    const om = await readOm(kitchen.db, station, periodOf(query, station.time_zone, now), now)
    return {
      name: `${station.code}_${om.from}_${om.to}.csv`,
      csv: omTable(om, station.name, language),
    }
  },
}
