import type { omRoutes } from '#contract/http/om.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Call, Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation, type StationRow } from '../stations/station-store.ts'
import { periodOf, readOm } from './om-figures.ts'
import { omTable } from './om-table.ts'
import type { OmFigures } from './om-store.ts'

type OmCall = Call<typeof omRoutes, keyof typeof omRoutes>

const recordOf = async (call: OmCall): Promise<{ station: StationRow; om: OmFigures }> => {
  const { context, params, query, who, now } = call
  const scope = visibleStations(who, now)
  const station = (await findStation(context.db, params.stationId, scope)) ?? refuse('not_found')
  const period = periodOf(query, station.time_zone, now)
  return { station, om: await readOm(context.db, station, period, { now, gone: call.gone() }) }
}

export const omHandlers: Handlers<typeof omRoutes> = {
  'GET /api/stations/{stationId}/om': async (call) => ({ om: (await recordOf(call)).om }),

  'GET /api/stations/{stationId}/om/table': async (call) => {
    const { station, om } = await recordOf(call)
    return {
      name: `${station.code}_${om.from}_${om.to}.csv`,
      csv: omTable(om, station.name, call.language),
    }
  },
}
