import type { omRoutes } from '#contract/http/om.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Call, Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation, type StationRow } from '../stations/station-store.ts'
import { createTurns, type Turns } from '../../platform/turns.ts'
import { periodOf, readOm } from './om-figures.ts'
import { omTable } from './om-table.ts'
import type { OmFigures } from './om-store.ts'

const turns = new WeakMap<Context, Turns>()
/** A record goes through a month of readings of all inverters: two at a time, one of an account. */
const turnsOf = (context: Context): Turns => {
  const held = turns.get(context)
  if (held) return held
  // Who looks through periods asks for the next before the last has come, and a table beside it.
  const fresh = createTurns({ lineOfAccount: 4, line: 40 })
  turns.set(context, fresh)
  return fresh
}

type OmCall = Call<typeof omRoutes, keyof typeof omRoutes>

const recordOf = async (call: OmCall): Promise<{ station: StationRow; om: OmFigures }> => {
  const { context, params, query, who, now } = call
  const scope = visibleStations(who, now)
  const station = (await findStation(context.db, params.stationId, scope)) ?? refuse('not_found')
  const period = periodOf(query, station.time_zone, now)
  const om = await turnsOf(context).take(who.accountId, call.gone(), () =>
    readOm(context.db, station, period, now),
  )
  return { station, om }
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
