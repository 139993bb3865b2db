import type { reportRoutes } from '#contract/http/reports.ts'
import { dayAt, monthOf } from '#domain/telemetry/local-days.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Call, Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { stationsIn } from '../stations/rows-store.ts'
import { homeFrame } from '../overview/home.ts'
import { findStation } from '../stations/station-store.ts'
import { readFleetReport, stationLines } from './fleet-report.ts'
import { readStationReport } from './station-report.ts'
import { fleetReportTable, stationReportTable } from './report-table.ts'

type OfStation = Call<
  typeof reportRoutes,
  'GET /api/stations/{stationId}/report' | 'GET /api/stations/{stationId}/report/table'
>
type OfAll = Call<typeof reportRoutes, 'GET /api/report' | 'GET /api/report/table'>

const stationReportOf = async (call: OfStation) => {
  const { context, params, query, who, now } = call
  const station =
    (await findStation(context.db, params.stationId, visibleStations(who, now))) ?? refuse('not_found')
  return { station, report: await readStationReport(context, station, query.of, { now, gone: call.gone() }) }
}

const fleetReportOf = async ({ context, query, who, now }: OfAll) => {
  const rows = await stationsIn(context.db, visibleStations(who, now))
  // The present month of the place where most capacity stands; each station counts by its own calendar.
  const today = dayAt(now, homeFrame(rows, now).timeZone)
  const of = query.of ?? monthOf(today)
  if (of.slice(0, 7) > today.slice(0, of.length)) refuse('invalid_input', { field: 'of' })
  const begun = rows.filter((row) => dayAt(now, row.time_zone).slice(0, of.length) >= of)
  return { rows: begun, of, report: await readFleetReport(context, begun, of, now) }
}

export const reportHandlers: Handlers<typeof reportRoutes> = {
  'GET /api/stations/{stationId}/report': async (call) => ({ report: (await stationReportOf(call)).report }),

  'GET /api/stations/{stationId}/report/table': async (call) => {
    const { station, report } = await stationReportOf(call)
    return { name: `${station.code}_${report.of}.csv`, csv: stationReportTable(report, call.language) }
  },

  'GET /api/report': async (call) => ({ report: (await fleetReportOf(call)).report }),

  'GET /api/report/table': async (call) => {
    const { rows, of, report } = await fleetReportOf(call)
    const lines = await stationLines(call.context, rows, of, call.now)
    return { name: `stations_${of}.csv`, csv: fleetReportTable(report, lines, call.language) }
  },
}
