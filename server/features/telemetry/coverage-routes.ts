import type { coverageRoutes } from '#contract/http/coverage.ts'
import { readableStations, visibleStations } from '../accounts/scope.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { readStationCoverage } from './read-coverage.ts'
import { countersOf } from './coverage-store.ts'
import { MISSING_SHOWN } from '#domain/telemetry/limits.ts'

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
    const counterWh = devices.reduce(
      (sum, { beforeWh, counterWh: wh }) => sum + (beforeWh === null ? 0 : (wh ?? 0)),
      0,
    )
    return {
      proposedWh: known.length === 0 ? null : known.reduce((a, b) => a + b),
      counterWh,
      devices: devices.slice(0, MISSING_SHOWN),
      devicesTotal: devices.length,
    }
  },
}
