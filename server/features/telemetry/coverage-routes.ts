import type { coverageRoutes } from '#contract/http/coverage.ts'
import { sql } from 'kysely'
import { readableStations, visibleStations } from '../accounts/scope.ts'
import type { Handlers } from '../../call.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { readStationCoverage } from './read-coverage.ts'

type CounterRow = { id: string; sn: string; name: string; counterWh: number | null; bookedWh: number | null }

/** What each inverter's counter shows, and what of it the ledger has booked; removed ones have no say. */
const countersOf = async (db: Db, stationId: string): Promise<CounterRow[]> =>
  (
    await sql<CounterRow>`
      SELECT d.id, d.sn, d.name, l.e_tot AS "counterWh",
             coalesce((SELECT sum(m.wh) FROM energy_month m WHERE m.device_no = d.no AND m.days > 0), 0)
             + coalesce((SELECT sum(s.wh) FROM energy_span s WHERE s.device_no = d.no), 0) AS "bookedWh"
        FROM device d LEFT JOIN latest l ON l.device_no = d.no
       WHERE d.station_id = ${stationId} AND d.kind = 'inverter' AND d.removed_at IS NULL ORDER BY d.no`.execute(
      db,
    )
  ).rows

export const stationCoverageHandlers: Handlers<Omit<typeof coverageRoutes, 'GET /api/coverage'>> = {
  'GET /api/stations/{stationId}/coverage': async ({ context: { db }, params, query, who, now }) => {
    const found = await findStation(db, params.stationId, readableStations(who, now))
    return readStationCoverage(db, found ?? refuse('not_found'), { of: undefined, ...query }, now)
  },

  'GET /api/stations/{stationId}/yield-before': async ({ context: { db }, params, who, now }) => {
    const found = await findStation(db, params.stationId, visibleStations(who, now))
    const counters = await countersOf(db, (found ?? refuse('not_found')).id)
    // A counter that has started again since shows less than was booked: it says nothing of the time before.
    const devices = counters.map(({ bookedWh, counterWh, ...device }) => ({
      ...device,
      counterWh,
      beforeWh:
        counterWh === null || counterWh < (bookedWh ?? 0) ? null : Math.round(counterWh - (bookedWh ?? 0)),
    }))
    const known = devices.flatMap(({ beforeWh }) => beforeWh ?? [])
    return { proposedWh: known.length === 0 ? null : known.reduce((a, b) => a + b), devices }
  },
}
